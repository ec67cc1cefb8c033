import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ArrangeInput } from "~/domain/catalogue/arrangeInput";
import { arrangePackages } from "~/domain/catalogue/arrangePackages";
import { servicePackages } from "~/domain/catalogue/servicePackages";
import { pageTitle } from "~/features/frame/pageTitle";
import { ArrangeDialog } from "~/features/services/ArrangeDialog";
import { PACKAGES_ARRANGED } from "~/features/services/partTexts";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Arrange packages");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const serviceId = idParam(args.params.serviceId);
  const packages = await orNotFound(servicePackages(ctx, serviceId));
  return { serviceId, items: packages.map(({ id, name }) => ({ id, name })) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const serviceId = idParam(args.params.serviceId);
  return await submitForm(args.context.portal, args.request, ArrangeInput, async (input) => {
    await orNotFound(arrangePackages(ctx, serviceId, input));
    return await redirectWithToast(args.context.portal, paths.servicePackages(serviceId), PACKAGES_ARRANGED);
  });
}

export default function ArrangePackages() {
  const { serviceId, items } = useLoaderData<typeof loader>();
  return (
    <ArrangeDialog
      title="Arrange packages"
      help="Customers see the packages in this order."
      action={paths.servicePackagesArrange(serviceId)}
      back={paths.servicePackages(serviceId)}
      items={items}
      lastResult={useActionResult<FormAnswer>()?.result}
    />
  );
}
