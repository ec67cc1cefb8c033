import { paths } from "~/paths";
import type { Context } from "../context";
import { composeMail } from "../notifications/composeMail";
import { mailRecipient } from "./mailRecipient";
import { LINK_MINUTES } from "./newSignInLink";
import { LOCKOUT_HOURS, lockoutText } from "./requestLinkAfterLockout";

/**
 * The mail about too many failed sign-ins. Its link leads to a page that sends the owner a sign-in link (rules.md
 * security/lockout). Null when the account was deleted. The caller must send it without storing it (rules.md
 * security/no-secrets).
 */
export async function lockoutMail(
  ctx: Pick<Context, "db" | "now" | "signer" | "siteUrl" | "settings">,
  { userId }: { userId: string },
) {
  const user = await mailRecipient(ctx, userId);
  if (!user) return null;
  const link = { userId, sentAt: ctx.now };
  const mac = await ctx.signer.mac("lockout-link", lockoutText(link));
  return {
    to: user.email,
    ...composeMail(ctx, "lockedOut", {
      firstName: user.firstName,
      values: { hours: String(LOCKOUT_HOURS), minutes: String(LINK_MINUTES) },
      action: { label: "Get a sign-in link", url: ctx.siteUrl + paths.signInAfterLockout({ ...link, mac }) },
    }),
  };
}
