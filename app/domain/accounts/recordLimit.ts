import { and, eq, isNull, or } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { users } from "~db/schema";
import type { Context } from "../context";
import { queueMail } from "../notifications/queueMail";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import type { Limit } from "./limits";

const DAY_MS = 24 * 60 * 60_000;
const lockouts: readonly Limit[] = ["signIn", "signInCode", "confirm"];

/**
 * Records that a limit was reached; callers do so once per window and counter. When it locks a sign-in, its owner gets
 * an email with a way in, at most one a day (rules.md security/lockout).
 */
export function recordLimit(
  ctx: Context,
  limit: Limit,
  { subject, ofAccount }: { subject: string | null; ofAccount: boolean },
) {
  ctx.after(async () => {
    const account = subject
      ? await ctx.db
          .select({ id: users.id })
          .from(users)
          .where(and(or(eq(users.emailFolded, subject), eq(users.id, subject)), isNull(users.deletedAt)))
          .get()
      : undefined;
    const userId = account?.id ?? (subject ? null : undefined);
    const event = securityEventStatement(ctx, {
      kind: lockouts.includes(limit) ? "lockedOut" : "limited",
      userId,
      detail: limit,
    });
    const mailed = account && ofAccount && (limit === "signIn" || limit === "signInCode");
    if (!mailed) return void (await event);
    const day = Math.floor(ctx.now / DAY_MS);
    await atomicBatch(ctx.db, [
      event,
      queueMail(ctx, { kind: "lockedOut", userId: account.id }, `${account.id}:${day}`),
    ]);
    await ctx.publish.outboxWaiting();
  });
}
