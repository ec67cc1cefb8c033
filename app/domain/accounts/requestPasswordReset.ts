import { and, eq, isNull } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { foldText } from "~db/foldText";
import { users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { ForgotPasswordInput } from "./accountInputs";
import { consumeRateLimit } from "./consumeRateLimit";
import { passwordResetMailStatements } from "./passwordResetMailStatements";

/**
 * Sends a reset link when the address is known. The response does not reveal whether it is (rules.md
 * accounts/known-address).
 */
export async function requestPasswordReset(ctx: Context, { email }: ForgotPasswordInput): Promise<void> {
  authorize(ctx, "account.resetPassword");
  const emailFolded = foldText(email);
  await consumeRateLimit(ctx, "reset", emailFolded);
  // Runs after the response, so its timing does not reveal whether the address is known.
  ctx.after(async () => {
    const user = await ctx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.emailFolded, emailFolded), isNull(users.deletedAt)))
      .get();
    if (!user) return;
    await atomicBatch(ctx.db, passwordResetMailStatements(ctx, user.id));
    await ctx.publish.outboxWaiting();
  });
}
