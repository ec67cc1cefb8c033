import type { Context } from "../context";
import { greeting } from "../notifications/greeting";
import { mailBody } from "../notifications/mailBody";
import { LINK_MINUTES, newSignInLink } from "./newSignInLink";

/**
 * The mail with a new sign-in link, valid for 10 minutes. Null when the account was deleted. The caller must send it
 * without storing it (rules.md security/no-secrets).
 */
export async function signInLinkMail(
  ctx: Pick<Context, "db" | "now" | "siteUrl">,
  { userId, redirectTo, brandName }: { userId: string; redirectTo: string; brandName: string },
) {
  const link = await newSignInLink(ctx, { userId, redirectTo });
  if (!link) return null;
  return {
    to: link.email,
    subject: `Sign in to ${brandName}`,
    ...mailBody({
      greeting: greeting(link.firstName),
      paragraphs: [
        "Someone asked for a link to sign in to your account without a password.",
        `The link works once, within ${LINK_MINUTES} minutes. If you did not ask for it, ignore this email. No one has signed in.`,
      ],
      action: { label: "Sign in", url: link.url },
      brand: { name: brandName },
    }),
  };
}
