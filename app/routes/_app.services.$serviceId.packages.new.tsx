import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PackageFormInput } from "~/domain/catalogue/packageInput";
import { savePackage } from "~/domain/catalogue/savePackage";
import { newTracking } from "~/domain/catalogue/tracking";
import { pageTitle } from "~/features/frame/pageTitle";
import { PackageDialog } from "~/features/services/PackageDialog";
import { PACKAGE_ADDED } from "~/features/services/partTexts";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Add Package");

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await pageContext(args, "services.manage");
  return { serviceId: idParam(args.params.serviceId), tracking: newTracking(settings) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const serviceId = idParam(args.params.serviceId);
  return await submitForm(args.context.portal, args.request, PackageFormInput, async (input) => {
    await orNotFound(savePackage(ctx, { ...input, serviceId }));
    return await redirectWithToast(args.context.portal, paths.servicePackages(serviceId), PACKAGE_ADDED);
  });
}

export default function AddPackage() {
  return (
    <PackageDialog {...useLoaderData<typeof loader>()} one={null} lastResult={useActionResult<FormAnswer>()?.result} />
  );
}
