import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { deletePackage } from "~/domain/catalogue/deletePackage";
import { packageDeletion } from "~/domain/catalogue/packageDeletion";
import { DeletePackageInput } from "~/domain/catalogue/packageInput";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeletePackageDialog } from "~/features/services/DeletePackageDialog";
import { PACKAGE_DELETED } from "~/features/services/partTexts";
import { deleteAction } from "~/http/deleteAction.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete package");

const idsOf = ({ serviceId, packageId }: Readonly<Record<string, string | undefined>>) => ({
  serviceId: idParam(serviceId),
  id: idParam(packageId),
});

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const ids = idsOf(args.params);
  return { serviceId: ids.serviceId, one: await orNotFound(packageDeletion(ctx, ids)) };
}

export const action = deleteAction(
  "services.manage",
  (ctx, params, { version }) => deletePackage(ctx, { ...idsOf(params), version }),
  ({ params }) => ({ path: paths.servicePackages(idParam(params.serviceId)), text: PACKAGE_DELETED }),
  DeletePackageInput.pick({ version: true }),
);

export default function DeletePackage() {
  return <DeletePackageDialog {...useLoaderData<typeof loader>()} posted={useActionResult<FormAnswer>()} />;
}
