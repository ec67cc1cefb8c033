import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { deleteTeamAccount } from "~/domain/team/deleteTeamAccount";
import { teamAccount } from "~/domain/team/findTeam";
import { DeleteTeamAccountInput } from "~/domain/team/teamInputs";
import { DeleteTeamAccountDialog } from "~/features/team/DeleteTeamAccountDialog";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { type FormAnswer, submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Delete team account | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "team.manage");
  return { account: await orNotFound(teamAccount(ctx, { id: idParam(args.params.userId) })) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "team.manage");
  const id = idParam(args.params.userId);
  return await submitForm(args.context.portal, args.request, DeleteTeamAccountInput, async ({ version }) => {
    await orNotFound(deleteTeamAccount(ctx, { id, version }));
    return await redirectWithToast(args.context.portal, paths.team(), "Team account deleted");
  });
}

export default function DeleteTeamAccount() {
  return (
    <DeleteTeamAccountDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />
  );
}
