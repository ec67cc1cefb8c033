import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ArrangeInput } from "~/domain/catalogue/arrangeInput";
import { arrangeServices } from "~/domain/catalogue/arrangeServices";
import { servicesInSequence } from "~/domain/catalogue/servicesInSequence";
import { SERVICES_ARRANGED } from "~/domain/catalogue/serviceTexts";
import { pageTitle } from "~/features/frame/pageTitle";
import { ArrangeDialog } from "~/features/services/ArrangeDialog";
import { serviceListPath } from "~/features/services/serviceListPath.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Arrange services");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const items = (await servicesInSequence(ctx)).map(({ id, name, visible }) => ({
    id,
    name: visible ? name : `${name} (hidden)`,
  }));
  return { items, back: serviceListPath(args.request) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  return await submitForm(args.context.portal, args.request, ArrangeInput, async (input) => {
    await arrangeServices(ctx, input);
    return await redirectWithToast(args.context.portal, serviceListPath(args.request), SERVICES_ARRANGED);
  });
}

export default function ArrangeServices() {
  const { items, back } = useLoaderData<typeof loader>();
  const search = back.includes("?") ? back.slice(back.indexOf("?")) : "";
  return (
    <ArrangeDialog
      title="Arrange services"
      help="Customers see the catalog in this order."
      action={paths.servicesArrange() + search}
      back={back}
      items={items}
      lastResult={useActionResult<FormAnswer>()?.result}
    />
  );
}
