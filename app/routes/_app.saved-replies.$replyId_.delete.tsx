import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { savedReply } from "~/domain/messages/savedReplies";
import { deleteSavedReply } from "~/domain/messages/saveSavedReply";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeleteDialog } from "~/features/records/DeleteDialog";
import { deleteAction } from "~/http/deleteAction.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete saved reply");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "savedReplies.manage");
  const { id, name } = await orNotFound(savedReply(ctx, idParam(args.params.replyId)));
  return { id, name };
}

export const action = deleteAction(
  "savedReplies.manage",
  (ctx, { replyId }) => deleteSavedReply(ctx, idParam(replyId)),
  () => ({ path: paths.savedReplies(), text: "Saved reply deleted" }),
);

export default function DeleteSavedReply() {
  const { id, name } = useLoaderData<typeof loader>();
  return (
    <DeleteDialog
      noun="saved reply"
      text={`Delete the saved reply “${name}” for the whole team?`}
      consequences={["Messages that were written with it stay as they are."]}
      back={paths.savedReply(id)}
      posted={useActionResult<FormAnswer>()}
    />
  );
}
