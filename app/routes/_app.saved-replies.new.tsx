import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/features/frame/pageTitle";
import { SavedReplyForm } from "~/features/inbox/SavedReplyForm";
import { answerSavedReply } from "~/features/inbox/savedReplyForm.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("New saved reply");

export async function loader(args: LoaderFunctionArgs) {
  const { settings } = await pageContext(args, "savedReplies.manage");
  return { agency: settings.brand.name };
}

export async function action(args: ActionFunctionArgs) {
  return await answerSavedReply(args.context.portal, args.request, await pageContext(args, "savedReplies.manage"));
}

export default function NewSavedReply() {
  const { agency } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="New saved reply" back={{ href: paths.savedReplies(), label: "Saved replies" }} />
      <SavedReplyForm reply={null} agency={agency} lastResult={useActionResult<FormAnswer>()?.result} />
    </>
  );
}
