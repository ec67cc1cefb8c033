import { and, eq, isNull } from "drizzle-orm";
import { paths } from "~/paths";
import { writeTogether } from "~db/client.server";
import { passwordResets, users } from "~db/schema";
import { newToken } from "../accounts/newToken";
import { hashSecret } from "../accounts/sessionSecret";
import type { Context } from "../context";
import { mailBody } from "./mailBody";

const RESET_MINUTES = 60;

/**
 * Makes the token of a reset link (single use, 60 minutes, stored hashed; older ones end) and the mail that carries it
 * (quality S6). Null when the account is gone. The mail must go straight to its reader and be written nowhere.
 */
export async function passwordResetMail(
  ctx: Pick<Context, "db" | "now" | "siteUrl">,
  { userId, brandName }: { userId: string; brandName: string },
) {
  const user = await ctx.db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .get();
  if (!user) return null;
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
      expiresAt: ctx.now + RESET_MINUTES * 60_000,
    }),
  ]);
  return {
    to: user.email,
    subject: `Reset your ${brandName} password`,
    ...mailBody({
      greeting: `Hello ${user.firstName},`,
      paragraphs: [
        "Someone asked for a new password for your account. Open the link to choose one.",
        `The link works once and for ${RESET_MINUTES} minutes. If it was not you, ignore this mail: your password stays as it is.`,
      ],
      action: { label: "Reset Password", url: ctx.siteUrl + paths.resetPassword(token) },
      brand: { name: brandName },
    }),
  };
}
