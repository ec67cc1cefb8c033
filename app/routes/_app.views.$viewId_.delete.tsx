import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { deleteView } from "~/domain/views/deleteView";
import { editableView } from "~/domain/views/visibleViews";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeleteDialog } from "~/features/records/DeleteDialog";
import { deleteAction } from "~/http/deleteAction.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete view");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "views.own");
  const { name, team } = await orNotFound(editableView(ctx, idParam(args.params.viewId)));
  return { name, team };
}

export const action = deleteAction(
  "views.own",
  (ctx, { viewId }) => deleteView(ctx, idParam(viewId)),
  () => ({ path: paths.views(), text: "View deleted" }),
);

export default function DeleteView() {
  const { name, team } = useLoaderData<typeof loader>();
  return (
    <DeleteDialog
      noun="view"
      text={`Are you sure you want to delete this view: ${name}?`}
      consequences={[team ? "Your team no longer finds it in the menu." : "It leaves your menu.", "The records stay."]}
      back={paths.views()}
      posted={useActionResult<FormAnswer>()}
    />
  );
}
