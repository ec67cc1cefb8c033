import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PackageFormInput } from "~/domain/catalogue/packageInput";
import { savePackage } from "~/domain/catalogue/savePackage";
import { servicePackages } from "~/domain/catalogue/servicePackages";
import { pageTitle } from "~/features/frame/pageTitle";
import { PackageDialog } from "~/features/services/PackageDialog";
import { PACKAGE_EDITED } from "~/features/services/partTexts";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Edit Package");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const [serviceId, id] = [idParam(args.params.serviceId), idParam(args.params.packageId)];
  const one = (await orNotFound(servicePackages(ctx, serviceId))).find((candidate) => candidate.id === id);
  if (!one) throw new Response(null, { status: 404 });
  return { serviceId, one };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const [serviceId, id] = [idParam(args.params.serviceId), idParam(args.params.packageId)];
  return await submitForm(args.context.portal, args.request, PackageFormInput, async (input) => {
    await orNotFound(savePackage(ctx, { ...input, serviceId, id }));
    return await redirectWithToast(args.context.portal, paths.servicePackages(serviceId), PACKAGE_EDITED);
  });
}

export default function EditPackage() {
  return <PackageDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
