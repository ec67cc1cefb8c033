import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { GuardFailed, mustHaveChanged, writeTogether } from "~db/client.server";
import { recoveryCodes, twoFactors, users } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { Conflict, NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { securityMailStatements } from "../notifications/securityMailStatements";
import { closeSockets } from "./closeSockets";
import { endSessionsOf } from "./endSession";
import { endWaysIn } from "./endWaysIn";

export const OWN_SECOND_FACTOR = "Change your own two-factor sign-in on your profile";
export const OFF_ALREADY = "Two-factor sign-in is already off";

/**
 * Removes the second factor of somebody who has lost it, in one batch with their recovery codes, sessions and open ways
 * in; they are told by mail (docs/decisions/two-factor.md). Throws NotFound, Conflict for one's own and where it is off.
 */
export async function resetTwoFactor(ctx: Context, { id }: { id: string }): Promise<void> {
  authorize(ctx, "account.resetTwoFactor");
  const { db } = ctx;
  if (id === userOf(ctx.actor)?.id) throw new Conflict(OWN_SECOND_FACTOR);
  const person = await db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .get();
  if (!person) throw new NotFound();
  const what = "Our team turned off two-factor sign-in for your account";
  await writeTogether(db, [
    db.delete(twoFactors).where(and(eq(twoFactors.userId, id), isNotNull(twoFactors.enabledAt))),
    mustHaveChanged(db),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, id)),
    ...endWaysIn(ctx, id),
    endSessionsOf(ctx, id, "second factor removed"),
    historyStatement(ctx, { entity: "user", entityId: id, action: what, changes: [] }),
    ...securityMailStatements(ctx, person, what),
  ]).catch((error) => {
    throw error instanceof GuardFailed ? new Conflict(OFF_ALREADY) : error;
  });
  closeSockets(ctx, id);
  ctx.after(() => ctx.publish.outboxWaiting());
}
