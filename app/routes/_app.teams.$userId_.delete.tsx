import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { deleteTeamAccount } from "~/domain/team/deleteTeamAccount";
import { teamAccount } from "~/domain/team/findTeam";
import { DeleteTeamAccountInput } from "~/domain/team/teamInputs";
import { DeleteTeamAccountDialog } from "~/features/team/DeleteTeamAccountDialog";
import { deleteAction } from "~/http/deleteAction.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Delete team account | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "team.manage");
  return { account: await orNotFound(teamAccount(ctx, { id: idParam(args.params.userId) })) };
}

export const action = deleteAction(
  "team.manage",
  (ctx, { userId }, { version }) => deleteTeamAccount(ctx, { id: idParam(userId), version }),
  () => ({ path: paths.team(), text: "Team account deleted" }),
  DeleteTeamAccountInput,
);

export default function DeleteTeamAccount() {
  return (
    <DeleteTeamAccountDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />
  );
}
