import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { deleteService } from "~/domain/catalogue/deleteService";
import { serviceDeletion } from "~/domain/catalogue/serviceDeletion";
import { SERVICE_DELETED } from "~/domain/catalogue/serviceTexts";
import { DomainError, GENERIC_ERROR } from "~/domain/errors";
import { DeleteServiceDialog } from "~/features/services/DeleteServiceDialog";
import { serviceListPath } from "~/features/services/serviceListPath.server";
import { logFault } from "~/http/logFault.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { statusOf } from "~/http/statusOf";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Delete service | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const service = await orNotFound(serviceDeletion(ctx, idParam(args.params.serviceId)));
  return { service, back: serviceListPath(args.request) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  try {
    await orNotFound(deleteService(ctx, idParam(args.params.serviceId)));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof DomainError) return json({ errors: [error.message] }, statusOf(error));
    logFault(error);
    return json({ errors: [GENERIC_ERROR] }, 500);
  }
  return await redirectWithToast(args.context.portal, serviceListPath(args.request), SERVICE_DELETED);
}

export default function DeleteService() {
  return <DeleteServiceDialog {...useLoaderData<typeof loader>()} errors={useActionResult<typeof action>()?.errors} />;
}
