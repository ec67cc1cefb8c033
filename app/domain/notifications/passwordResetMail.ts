import { and, eq, isNull, sql } from "drizzle-orm";
import { paths } from "~/paths";
import { writeTogether } from "~db/client.server";
import { passwordResets, users } from "~db/schema";
import type { PasswordLinkPurpose } from "~db/schema/notifications";
import { newToken } from "../accounts/newToken";
import { hashSecret } from "../accounts/sessionSecret";
import type { Context } from "../context";
import { greeting } from "./greeting";
import { mailBody } from "./mailBody";

const MINUTE = 60_000;
const RESET_MINUTES = 60;
const INVITATION_DAYS = 7;
const lifeOf: Record<PasswordLinkPurpose, number> = {
  reset: RESET_MINUTES * MINUTE,
  invitation: INVITATION_DAYS * 24 * 60 * MINUTE,
};

/**
 * Makes the token of a link that sets a password (single use, 60 minutes or, for an invitation, 7 days; stored hashed;
 * older ones end) and the mail that carries it (quality S6, decision R12). Null when the account is gone. The mail must go straight to its reader and be written nowhere.
 */
export async function passwordResetMail(
  ctx: Pick<Context, "db" | "now" | "siteUrl">,
  { userId, purpose = "reset", brandName }: { userId: string; purpose?: PasswordLinkPurpose; brandName: string },
) {
  const user = await ctx.db
    .select({
      email: users.email,
      firstName: users.firstName,
      passwordSet: sql<number>`${users.passwordHash} is not null`,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .get();
  // An invitation that was answered while it waited is not sent: its reader has a password by now.
  if (!user || (purpose === "invitation" && user.passwordSet)) return null;
  const token = newToken();
  await writeTogether(ctx.db, [
    ctx.db
      .update(passwordResets)
      .set({ usedAt: ctx.now })
      .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt))),
    ctx.db.insert(passwordResets).values({
      tokenHash: await hashSecret(token),
      userId,
      createdAt: ctx.now,
      expiresAt: ctx.now + lifeOf[purpose],
      purpose,
    }),
  ]);
  const { subject, paragraphs, label } = wordsOf(purpose, brandName);
  return {
    to: user.email,
    subject,
    ...mailBody({
      greeting: greeting(user.firstName),
      paragraphs,
      action: { label, url: ctx.siteUrl + paths.resetPassword(token) },
      brand: { name: brandName },
    }),
  };
}

const wordsOf = (purpose: PasswordLinkPurpose, brandName: string) =>
  purpose === "invitation"
    ? {
        subject: `Welcome to ${brandName}`,
        paragraphs: [
          `We created an account for you at ${brandName}. Use it to order our services and follow them until they are delivered.`,
          `Open the link to choose your password. It works once, within ${INVITATION_DAYS} days.`,
        ],
        label: "Choose your password",
      }
    : {
        subject: `Reset your ${brandName} password`,
        paragraphs: [
          "Someone asked for a new password for your account. Open the link to choose one.",
          `The link works once, within ${RESET_MINUTES} minutes. If you did not ask for it, ignore this email. Your password has not changed.`,
        ],
        label: "Reset Password",
      };
