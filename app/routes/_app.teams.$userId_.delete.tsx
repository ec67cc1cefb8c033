import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { actorId } from "~/domain/context";
import { countOpenOrders } from "~/domain/orders/handOverOrders";
import { deleteTeamAccount } from "~/domain/team/deleteTeamAccount";
import { teamAccount } from "~/domain/team/findTeam";
import { DeleteTeamAccountInput } from "~/domain/team/teamInputs";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeleteTeamAccountDialog } from "~/features/team/DeleteTeamAccountDialog";
import { deleteAction } from "~/http/deleteAction.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete team account");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "team.manage");
  const id = idParam(args.params.userId);
  const [account, open] = await Promise.all([orNotFound(teamAccount(ctx, { id })), countOpenOrders(ctx, id)]);
  // Their work goes to others first. One's own account is refused anyway.
  if (open > 0 && id !== actorId(ctx)) throw redirect(paths.teamHandOver(id, "delete"), 303);
  return { account };
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
