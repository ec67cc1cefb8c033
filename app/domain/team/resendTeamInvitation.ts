import { atomicBatch } from "~db/client.server";
import { authorize } from "../access";
import { passwordResetMailStatements } from "../accounts/passwordResetMailStatements";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { teamAccount } from "./findTeam";

/**
 * Mails a new invitation to a team member, which replaces the older link (rules.md team/invitation). Throws NotFound,
 * and Conflict when the account has a password.
 */
export async function resendTeamInvitation(ctx: Context, id: string): Promise<void> {
  authorize(ctx, "team.manage");
  const account = await teamAccount(ctx, { id });
  if (!account.invited) throw new Conflict("This team member has already set a password");
  await atomicBatch(ctx.db, [
    ...passwordResetMailStatements(ctx, id, "invitation"),
    historyStatement(ctx, { entity: "user", entityId: id, action: "Invitation sent again", changes: [] }),
  ]);
  ctx.after(() => ctx.publish.outboxWaiting());
}
