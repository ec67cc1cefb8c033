import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keptAfterErasure } from "~/domain/personalData/dataTables";
import { ownDeletion } from "~/domain/personalData/findDeletion";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeleteAccountForm } from "~/features/personalData/DeleteAccountForm";
import { answerOwnDeletion } from "~/features/personalData/deletionPage.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";
import { PageHeader } from "~/ui/layout/PageHeader";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete your account");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "personalData.own");
  const deletion = await ownDeletion(ctx);
  if (deletion.dueAt !== null) throw redirect(paths.profile(), 303);
  return { deletion, kept: keptAfterErasure };
}

export async function action(args: ActionFunctionArgs) {
  return await answerOwnDeletion(args.context.portal, await pageContext(args, "personalData.own"));
}

export default function DeleteAccount() {
  const { deletion, kept } = useLoaderData<typeof loader>();
  const answer = useActionResult<FormAnswer>();
  return (
    <div className="stack-large">
      <PageHeader title="Delete your account" back={{ href: paths.profile(), label: "Edit your details" }} />
      <DeleteAccountForm deletion={deletion} kept={kept} answer={answer} />
    </div>
  );
}
