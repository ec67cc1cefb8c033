import { and, eq, isNull } from "drizzle-orm";
import { paths } from "~/paths";
import { atomicBatch } from "~db/client.server";
import { signInLinks, users } from "~db/schema";
import type { Context } from "../context";
import { greeting } from "../notifications/greeting";
import { mailBody } from "../notifications/mailBody";
import { newToken } from "./newToken";
import { hashSecret } from "./sessionSecret";

const LINK_MINUTES = 10;

/**
 * Creates a single-use token for a sign-in link, valid for 10 minutes, and the mail with it. Revokes older links.
 * Returns null when the account was deleted. The caller must send the mail without storing it (rules.md
 * security/no-secrets).
 */
export async function signInLinkMail(
  ctx: Pick<Context, "db" | "now" | "siteUrl">,
  { userId, redirectTo, brandName }: { userId: string; redirectTo: string; brandName: string },
) {
  const user = await ctx.db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .get();
  if (!user) return null;
  const token = newToken();
  await atomicBatch(ctx.db, [
    ctx.db
      .update(signInLinks)
      .set({ usedAt: ctx.now })
      .where(and(eq(signInLinks.userId, userId), isNull(signInLinks.usedAt))),
    ctx.db.insert(signInLinks).values({
      tokenHash: await hashSecret(token),
      userId,
      redirectTo,
      createdAt: ctx.now,
      expiresAt: ctx.now + LINK_MINUTES * 60_000,
    }),
  ]);
  return {
    to: user.email,
    subject: `Sign in to ${brandName}`,
    ...mailBody({
      greeting: greeting(user.firstName),
      paragraphs: [
        "Someone asked for a link to sign in to your account without a password.",
        `The link works once, within ${LINK_MINUTES} minutes. If you did not ask for it, ignore this email. No one has signed in.`,
      ],
      action: { label: "Sign in", url: ctx.siteUrl + paths.signInByLink(token) },
      brand: { name: brandName },
    }),
  };
}
