import { and, eq, isNull } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { foldText } from "~db/foldText";
import { users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { passwordResetMailStatements } from "../notifications/passwordResetMailStatements";
import type { ForgotPasswordInput } from "./accountInputs";
import { consumeRateLimit } from "./consumeRateLimit";

/** Sends a reset link when the address is known. Says nothing about whether it is (rules.md accounts/known-address). */
export async function requestPasswordReset(ctx: Context, { email }: ForgotPasswordInput): Promise<void> {
  authorize(ctx, "account.resetPassword");
  const emailFolded = foldText(email);
  await consumeRateLimit(ctx, "reset", emailFolded);
  // The look-up and the mail happen after the answer, so that its time tells nothing either.
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
