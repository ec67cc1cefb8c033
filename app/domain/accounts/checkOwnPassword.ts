import { and, eq, isNull } from "drizzle-orm";
import { users } from "~db/schema";
import type { Context } from "../context";
import { Invalid } from "../errors";
import { recordSecurityEvent } from "../securityEvents/recordSecurityEvent";
import { WRONG_PASSWORD } from "./accountInputs";
import { consumeRateLimit } from "./consumeRateLimit";
import { passwordTooLong, verifyPassword } from "./passwords";

/**
 * Requires the password before sensitive changes, so a stolen session is not enough. Counts the attempt before
 * hashing (rules.md security/limits). Throws Invalid on `field`, TooMany.
 */
export async function checkOwnPassword(ctx: Context, userId: string, password: string, field: string): Promise<void> {
  await consumeRateLimit(ctx, "confirm", userId);
  if (passwordTooLong(password)) throw new Invalid(WRONG_PASSWORD, field);
  const user = await ctx.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .get();
  const { ok } = await verifyPassword(password, user?.passwordHash ?? null);
  if (ok) return;
  recordSecurityEvent(ctx, { kind: "signInFailed", userId, detail: "Wrong password to confirm a change" });
  throw new Invalid(WRONG_PASSWORD, field);
}
