import { and, eq, isNull } from "drizzle-orm";
import { writeTogether } from "~db/client.server";
import { foldText } from "~db/foldText";
import { users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { passwordResetMailStatements } from "../notifications/passwordResetMailStatements";
import type { ForgotPasswordInput } from "./accountInputs";
import { takeAttempt } from "./takeAttempt";

/** Sends a reset link when the address is known. Says nothing about whether it is (rules.md accounts/known-address). */
export async function requestPasswordReset(ctx: Context, { email }: ForgotPasswordInput): Promise<void> {
  authorize(ctx, "account.resetPassword");
  const emailFolded = foldText(email);
  await takeAttempt(ctx, "reset", emailFolded);
  // The look-up and the mail happen after the answer, so that its time tells nothing either.
  ctx.after(async () => {
    const user = await ctx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.emailFolded, emailFolded), isNull(users.deletedAt)))
      .get();
    if (!user) return;
    await writeTogether(ctx.db, passwordResetMailStatements(ctx, user.id));
    await ctx.publish.outboxWaiting();
  });
}
