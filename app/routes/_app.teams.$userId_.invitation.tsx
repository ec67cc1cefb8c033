import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Conflict } from "~/domain/errors";
import { teamAccount } from "~/domain/team/findTeam";
import { resendTeamInvitation } from "~/domain/team/resendTeamInvitation";
import { pageTitle } from "~/features/frame/pageTitle";
import { ResendInvitationDialog } from "~/features/team/ResendInvitationDialog";
import { fullName } from "~/format/names";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Send invitation");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "team.manage");
  const account = await orNotFound(teamAccount(ctx, { id: idParam(args.params.userId) }));
  return { id: account.id, name: fullName(account), email: account.email };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "team.manage");
  const { portal } = args.context;
  try {
    await orNotFound(resendTeamInvitation(ctx, idParam(args.params.userId)));
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return await redirectWithToast(portal, paths.team(), error.message, "error");
  }
  return await redirectWithToast(portal, paths.team(), "Invitation sent");
}

export default function ResendInvitation() {
  useActionResult();
  return <ResendInvitationDialog {...useLoaderData<typeof loader>()} />;
}
