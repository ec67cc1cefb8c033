import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { changeTag } from "~/domain/orders/changeTag";
import { storedTag } from "~/domain/orders/findTags";
import { ChangeTagInput } from "~/domain/orders/tagInput";
import { pageTitle } from "~/features/frame/pageTitle";
import { TagForm } from "~/features/orders/TagForm";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Edit tag");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "tags.manage");
  const { name, color } = await orNotFound(storedTag(ctx, idParam(args.params.tagId)));
  return { tag: { name, color } };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "tags.manage");
  const id = idParam(args.params.tagId);
  const { search } = new URL(args.request.url);
  return await orNotFound(
    submitForm(args.context.portal, args.request, ChangeTagInput, async (input) => {
      await changeTag(ctx, id, input);
      return await redirectWithToast(args.context.portal, paths.tags() + search, "Tag saved");
    }),
  );
}

export default function EditTag() {
  const { tag } = useLoaderData<typeof loader>();
  const back = paths.tags() + useLocation().search;
  return (
    <RouteDialog title="Edit tag" closeHref={back}>
      <TagForm tag={tag} back={back} lastResult={useActionResult<FormAnswer>()?.result} />
    </RouteDialog>
  );
}
