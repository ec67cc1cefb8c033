import type { Context } from "../context";
import { greeting } from "../notifications/greeting";
import { mailBody } from "../notifications/mailBody";
import { newSignInLink } from "./newSignInLink";

/** At most one such mail is sent a day, so its link works until the next could come. */
const LINK_HOURS = 24;

/**
 * The mail about too many failed sign-ins, with a link that still signs its owner in (rules.md security/lockout). Null
 * when the account was deleted. The caller must send it without storing it (rules.md security/no-secrets).
 */
export async function lockoutMail(
  ctx: Pick<Context, "db" | "now" | "siteUrl">,
  { userId, brandName }: { userId: string; brandName: string },
) {
  const link = await newSignInLink(ctx, { userId, redirectTo: "/", minutes: LINK_HOURS * 60 });
  if (!link) return null;
  return {
    to: link.email,
    subject: `${brandName}: too many failed sign-ins`,
    ...mailBody({
      greeting: greeting(link.firstName),
      paragraphs: [
        "Someone tried to sign in to your account too often with a wrong password or code. We block more tries from there for 15 minutes.",
        `If this was you, use the link below. It signs you in without a password, once, within ${LINK_HOURS} hours.`,
        "If this was not you, your account is safe and you do not need to do anything.",
      ],
      action: { label: "Sign in", url: link.url },
      brand: { name: brandName },
    }),
  };
}
