import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { teamAccount } from "~/domain/team/findTeam";
import { TeamAccountForm } from "~/domain/team/teamInputs";
import { updateTeamAccount } from "~/domain/team/updateTeamAccount";
import { pageTitle } from "~/features/frame/pageTitle";
import { TeamAccountDialog } from "~/features/team/TeamAccountDialog";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Edit team account");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "team.manage");
  return { account: await orNotFound(teamAccount(ctx, { id: idParam(args.params.userId) })) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "team.manage");
  const id = idParam(args.params.userId);
  return await submitForm(args.context.portal, args.request, TeamAccountForm, async (input) => {
    await orNotFound(updateTeamAccount(ctx, { ...input, id }));
    return await redirectWithToast(args.context.portal, paths.team(), "Team account updated");
  });
}

export default function EditTeamAccount() {
  return <TeamAccountDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
