import { and, eq, isNull } from "drizzle-orm";
import { foldText } from "~db/foldText";
import { users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Forbidden } from "../errors";
import { queueMail } from "../notifications/queueMail";
import type { SignInLinkInput } from "./accountInputs";
import { consumeRateLimit } from "./consumeRateLimit";

const LINKS_OFF = "Sign-in links are switched off. Sign in with your password.";

/**
 * Sends a sign-in link when the address is known. The response does not reveal whether it is. The outbox row holds
 * the user and a local path; the token is created when the mail is sent (rules.md security/reset-tokens,
 * security/no-secrets).
 */
export async function requestSignInLink(
  ctx: Context,
  { email, redirectTo }: SignInLinkInput & { redirectTo: string },
): Promise<void> {
  authorize(ctx, "account.signIn");
  if (!ctx.settings.security.signInLinks) throw new Forbidden(LINKS_OFF);
  const emailFolded = foldText(email);
  await consumeRateLimit(ctx, "signInLink", emailFolded);
  // Runs after the response, so its timing does not reveal whether the address is known.
  ctx.after(async () => {
    const user = await ctx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.emailFolded, emailFolded), isNull(users.deletedAt)))
      .get();
    if (!user) return;
    await queueMail(ctx, { kind: "signInLink", userId: user.id, redirectTo });
    await ctx.publish.outboxWaiting();
  });
}
