import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { deleteTag } from "~/domain/orders/deleteTag";
import { storedTag } from "~/domain/orders/findTags";
import { pageTitle } from "~/features/frame/pageTitle";
import { taggedCount } from "~/features/orders/TagListView";
import { DeleteDialog } from "~/features/records/DeleteDialog";
import { deleteAction } from "~/http/deleteAction.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete tag");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "tags.manage");
  const { name, orders } = await orNotFound(storedTag(ctx, idParam(args.params.tagId)));
  return { name, orders };
}

export const action = deleteAction(
  "tags.manage",
  (ctx, { tagId }) => deleteTag(ctx, idParam(tagId)),
  ({ request }) => ({ path: paths.tags() + new URL(request.url).search, text: "Tag deleted" }),
);

export default function DeleteTag() {
  const { name, orders } = useLoaderData<typeof loader>();
  const loses = orders === 1 ? "1 order loses it." : `${taggedCount(orders)} orders lose it.`;
  return (
    <DeleteDialog
      noun="tag"
      text={`Are you sure you want to delete the tag “${name}”?`}
      consequences={[orders === 0 ? "No order has it." : loses, "The orders themselves stay."]}
      back={paths.tags() + useLocation().search}
      posted={useActionResult<FormAnswer>()}
    />
  );
}
