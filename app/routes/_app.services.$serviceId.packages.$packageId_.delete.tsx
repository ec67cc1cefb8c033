import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { deletePackage } from "~/domain/catalogue/deletePackage";
import { packageDeletion } from "~/domain/catalogue/packageDeletion";
import { DeletePackageInput } from "~/domain/catalogue/packageInput";
import { DeletePackageDialog } from "~/features/services/DeletePackageDialog";
import { PACKAGE_DELETED } from "~/features/services/partTexts";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { type FormAnswer, submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Delete package | ${brand.name}` }];

const idsOf = ({ serviceId, packageId }: Readonly<Record<string, string | undefined>>) => ({
  serviceId: idParam(serviceId),
  id: idParam(packageId),
});

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const ids = idsOf(args.params);
  return { serviceId: ids.serviceId, one: await orNotFound(packageDeletion(ctx, ids)) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const ids = idsOf(args.params);
  const schema = DeletePackageInput.pick({ version: true });
  return await submitForm(args.context.portal, args.request, schema, async ({ version }) => {
    await orNotFound(deletePackage(ctx, { ...ids, version }));
    return await redirectWithToast(args.context.portal, paths.servicePackages(ids.serviceId), PACKAGE_DELETED);
  });
}

export default function DeletePackage() {
  return <DeletePackageDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
