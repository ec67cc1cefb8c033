import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { savedReply } from "~/domain/messages/savedReplies";
import { pageTitle } from "~/features/frame/pageTitle";
import { SavedReplyForm } from "~/features/inbox/SavedReplyForm";
import { answerSavedReply } from "~/features/inbox/savedReplyForm.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle<typeof loader>((data) => data.reply.name);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "savedReplies.manage");
  return {
    reply: await orNotFound(savedReply(ctx, idParam(args.params.replyId))),
    agency: ctx.settings.brand.name,
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "savedReplies.manage");
  return await answerSavedReply(args.context.portal, args.request, ctx, idParam(args.params.replyId));
}

export default function SavedReply() {
  const { reply, agency } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={reply.name}
        back={{ href: paths.savedReplies(), label: "Saved replies" }}
        action={<LinkButton to={paths.savedReplyDelete(reply.id)}>Delete</LinkButton>}
      />
      <SavedReplyForm key={reply.id} reply={reply} agency={agency} lastResult={useActionResult<FormAnswer>()?.result} />
    </>
  );
}
