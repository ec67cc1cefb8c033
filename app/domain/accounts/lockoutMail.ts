import { and, eq, isNull } from "drizzle-orm";
import { paths } from "~/paths";
import { users } from "~db/schema";
import type { Context } from "../context";
import { greeting } from "../notifications/greeting";
import { mailBody } from "../notifications/mailBody";
import { LINK_MINUTES } from "./newSignInLink";
import { LOCKOUT_HOURS, lockoutText } from "./requestLinkAfterLockout";

/**
 * The mail about too many failed sign-ins. Its link leads to a page that sends the owner a sign-in link (rules.md
 * security/lockout). Null when the account was deleted. The caller must send it without storing it (rules.md
 * security/no-secrets).
 */
export async function lockoutMail(
  ctx: Pick<Context, "db" | "now" | "signer" | "siteUrl">,
  { userId, brandName }: { userId: string; brandName: string },
) {
  const user = await ctx.db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .get();
  if (!user) return null;
  const link = { userId, sentAt: ctx.now };
  const mac = await ctx.signer.mac("lockout-link", lockoutText(link));
  return {
    to: user.email,
    subject: `${brandName}: too many failed sign-ins`,
    ...mailBody({
      greeting: greeting(user.firstName),
      paragraphs: [
        "Someone tried to sign in to your account too often with a wrong password or code. We block more tries from there for 15 minutes.",
        `If this was you, use the link below within ${LOCKOUT_HOURS} hours. We then email you another link, which signs you in without a password within ${LINK_MINUTES} minutes.`,
        "If this was not you, your account is safe and you do not need to do anything.",
      ],
      action: { label: "Get a sign-in link", url: ctx.siteUrl + paths.signInAfterLockout({ ...link, mac }) },
      brand: { name: brandName },
    }),
  };
}
