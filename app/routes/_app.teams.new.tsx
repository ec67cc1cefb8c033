import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { createTeamAccount } from "~/domain/team/createTeamAccount";
import { NewTeamAccountForm } from "~/domain/team/teamInputs";
import { pageTitle } from "~/features/frame/pageTitle";
import { TeamAccountDialog } from "~/features/team/TeamAccountDialog";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Add User");

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "team.manage");
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "team.manage");
  return await submitForm(args.context.portal, args.request, NewTeamAccountForm, async (input) => {
    const { invited, email } = await createTeamAccount(ctx, input);
    const text = invited ? `Team account added. We sent an invitation to ${email}.` : "Team account added";
    return await redirectWithToast(args.context.portal, paths.team(), text);
  });
}

export default function AddTeamAccount() {
  return <TeamAccountDialog account={null} lastResult={useActionResult<FormAnswer>()?.result} />;
}
