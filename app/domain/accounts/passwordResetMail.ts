import { and, eq, isNull, sql } from "drizzle-orm";
import { paths } from "~/paths";
import { atomicBatch } from "~db/client.server";
import { passwordResets, users } from "~db/schema";
import type { PasswordLinkPurpose } from "~db/schema/notifications";
import type { Context } from "../context";
import { greeting } from "../notifications/greeting";
import { mailBody } from "../notifications/mailBody";
import type { Role } from "../roles";
import { newToken } from "./newToken";
import { hashSecret } from "./sessionSecret";

const MINUTE = 60_000;
const RESET_MINUTES = 60;
const INVITATION_DAYS = 7;
const lifeOf: Record<PasswordLinkPurpose, number> = {
  reset: RESET_MINUTES * MINUTE,
  invitation: INVITATION_DAYS * 24 * 60 * MINUTE,
};

/**
 * Creates a single-use token for setting a password, and the mail with its link. Valid for 60 minutes, an invitation
 * for 7 days. Stores only the hash and revokes older links (rules.md security/reset-tokens, clients/invitation).
 * Returns null when the account was deleted. The caller must send the mail without storing it.
 */
export async function passwordResetMail(
  ctx: Pick<Context, "db" | "now" | "siteUrl">,
  { userId, purpose = "reset", brandName }: { userId: string; purpose?: PasswordLinkPurpose; brandName: string },
) {
  const user = await ctx.db
    .select({
      email: users.email,
      firstName: users.firstName,
      role: users.role,
      passwordSet: sql<number>`${users.passwordHash} is not null`,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .get();
  // Skip an invitation that was accepted while its mail waited: the client already has a password.
  if (!user || (purpose === "invitation" && user.passwordSet)) return null;
  const token = newToken();
  await atomicBatch(ctx.db, [
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
  const { subject, paragraphs, label } = textsOf({ purpose, role: user.role, brandName });
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

const textsOf = ({ purpose, role, brandName }: { purpose: PasswordLinkPurpose; role: Role; brandName: string }) =>
  purpose === "invitation"
    ? {
        subject: `Welcome to ${brandName}`,
        paragraphs: [
          role === "ADMIN"
            ? `You were added to the team of ${brandName}.`
            : `We created an account for you at ${brandName}. Use it to order our services and follow them until they are delivered.`,
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
