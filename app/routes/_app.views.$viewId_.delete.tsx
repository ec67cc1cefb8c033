import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { deleteView } from "~/domain/views/deleteView";
import { editableView } from "~/domain/views/visibleViews";
import { pageTitle } from "~/features/frame/pageTitle";
import { deleteAction } from "~/http/deleteAction.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { FormErrors } from "~/ui/form/FormErrors";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";
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
  const errors = formErrorsOf(useActionResult<FormAnswer>());
  return (
    <RouteDialog title="Delete view" closeHref={paths.views()} tone="danger">
      <FormErrors errors={errors} />
      <ConfirmForm
        text={`Are you sure you want to delete this view: ${name}?`}
        consequences={[
          team ? "Your team no longer finds it in the menu." : "It leaves your menu.",
          "The records stay.",
        ]}
        cancelHref={paths.views()}
        verb="Delete"
        pendingText="Deleting"
      />
    </RouteDialog>
  );
}
