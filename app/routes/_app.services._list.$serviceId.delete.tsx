import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { deleteService } from "~/domain/catalogue/deleteService";
import { serviceDeletion } from "~/domain/catalogue/serviceDeletion";
import { SERVICE_DELETED } from "~/domain/catalogue/serviceTexts";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeleteServiceDialog } from "~/features/services/DeleteServiceDialog";
import { serviceListPath } from "~/features/services/serviceListPath.server";
import { deleteAction } from "~/http/deleteAction.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete service");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const service = await orNotFound(serviceDeletion(ctx, idParam(args.params.serviceId)));
  return { service, back: serviceListPath(args.request) };
}

export const action = deleteAction(
  "services.manage",
  (ctx, { serviceId }) => deleteService(ctx, idParam(serviceId)),
  ({ request }) => ({ path: serviceListPath(request), text: SERVICE_DELETED }),
);

export default function DeleteService() {
  return <DeleteServiceDialog {...useLoaderData<typeof loader>()} posted={useActionResult<FormAnswer>()} />;
}
