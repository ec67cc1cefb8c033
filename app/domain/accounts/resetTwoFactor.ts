import { and, eq, isNotNull } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { recoveryCodes, twoFactors } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { Conflict, NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import { closeSockets } from "./closeSockets";
import { endSessionsOf } from "./endSession";
import { mailRecipient } from "./mailRecipient";
import { revokeSignInMethods } from "./revokeSignInMethods";
import { securityMailStatements } from "./securityMailStatements";

export const OWN_SECOND_FACTOR = "Change your own two-factor sign-in on your profile";
export const OFF_ALREADY = "Two-factor sign-in is already off";

/**
 * Removes the second factor of a team member or client who lost it. The same batch deletes their recovery codes, ends
 * their sessions and revokes open sign-in links; a mail informs them (docs/decisions/0020-two-factor.md). Throws
 * NotFound, and Conflict for the actor's own account or when it is off.
 */
export async function resetTwoFactor(ctx: Context, { id }: { id: string }): Promise<void> {
  authorize(ctx, "account.resetTwoFactor");
  const { db } = ctx;
  if (id === actorId(ctx)) throw new Conflict(OWN_SECOND_FACTOR);
  const person = await mailRecipient(ctx, id);
  if (!person) throw new NotFound();
  const what = "Our team turned off two-factor sign-in for your account";
  await atomicBatch(db, [
    db.delete(twoFactors).where(and(eq(twoFactors.userId, id), isNotNull(twoFactors.enabledAt))),
    assertRowsChanged(db),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, id)),
    ...revokeSignInMethods(ctx, id),
    endSessionsOf(ctx, id, "second factor removed"),
    historyStatement(ctx, { entity: "user", entityId: id, action: what, changes: [] }),
    securityEventStatement(ctx, { kind: "twoFactorChanged", userId: id, detail: "Removed by a super admin" }),
    ...securityMailStatements(ctx, person, what),
  ]).catch((error) => {
    throw error instanceof PreconditionFailed ? new Conflict(OFF_ALREADY) : error;
  });
  closeSockets(ctx, id);
  ctx.after(() => ctx.publish.outboxWaiting());
}
