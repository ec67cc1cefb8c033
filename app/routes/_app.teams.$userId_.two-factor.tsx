import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { teamAccount } from "~/domain/team/findTeam";
import { pageTitle } from "~/features/frame/pageTitle";
import { ResetTwoFactorDialog } from "~/features/team/ResetTwoFactorDialog";
import { answerTwoFactorReset } from "~/features/team/twoFactorReset.server";
import { fullName } from "~/format/names";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Remove two-factor sign-in");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "account.resetTwoFactor");
  const account = await orNotFound(teamAccount(ctx, { id: idParam(args.params.userId) }));
  return { id: account.id, name: fullName(account) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "account.resetTwoFactor");
  const { id } = await orNotFound(teamAccount(ctx, { id: idParam(args.params.userId) }));
  return await answerTwoFactorReset(args.context.portal, ctx, id, paths.team());
}

export default function ResetTeamTwoFactor() {
  useActionResult();
  const { id, name } = useLoaderData<typeof loader>();
  return <ResetTwoFactorDialog name={name} closeHref={paths.team()} action={paths.teamTwoFactor(id)} />;
}
