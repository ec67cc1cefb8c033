import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { changeView } from "~/domain/views/changeView";
import { ChangeViewInput } from "~/domain/views/viewInput";
import { editableView } from "~/domain/views/visibleViews";
import { pageTitle } from "~/features/frame/pageTitle";
import { ViewForm } from "~/features/views/ViewForm";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Edit view");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "views.own");
  return { view: await orNotFound(editableView(ctx, idParam(args.params.viewId))) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "views.own");
  const id = idParam(args.params.viewId);
  return await orNotFound(
    submitForm(args.context.portal, args.request, ChangeViewInput, async (input) => {
      await changeView(ctx, id, input);
      return await redirectWithToast(args.context.portal, paths.views(), "View saved");
    }),
  );
}

export default function EditView() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Edit view" closeHref={paths.views()}>
      <ViewForm
        key={view.version}
        action={paths.view(view.id)}
        back={paths.views()}
        view={view}
        verb="Save"
        lastResult={useActionResult<FormAnswer>()?.result}
      />
    </RouteDialog>
  );
}
