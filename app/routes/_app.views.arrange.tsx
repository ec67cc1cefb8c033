import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ArrangeInput } from "~/domain/catalogue/arrangeInput";
import { arrangeViews } from "~/domain/views/arrangeViews";
import { viewLists } from "~/domain/views/viewAddress";
import { visibleViews } from "~/domain/views/visibleViews";
import { pageTitle } from "~/features/frame/pageTitle";
import { ArrangeDialog } from "~/features/services/ArrangeDialog";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Arrange views");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "views.own");
  const views = (await visibleViews(ctx)).filter(({ editable }) => editable);
  return { items: views.map(({ id, name, list }) => ({ id, name: `${viewLists[list]}: ${name}` })) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "views.own");
  return await submitForm(args.context.portal, args.request, ArrangeInput, async (input) => {
    await arrangeViews(ctx, input);
    return await redirectWithToast(args.context.portal, paths.views(), "Views arranged");
  });
}

export default function ArrangeViews() {
  return (
    <ArrangeDialog
      title="Arrange views"
      help="The menu and the lists show them in this order."
      action={paths.viewsArrange()}
      back={paths.views()}
      items={useLoaderData<typeof loader>().items}
      lastResult={useActionResult<FormAnswer>()?.result}
    />
  );
}
