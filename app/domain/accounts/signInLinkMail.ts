import type { Context } from "../context";
import { composeMail } from "../notifications/composeMail";
import { LINK_MINUTES, newSignInLink } from "./newSignInLink";

/**
 * The mail with a new sign-in link, valid for 10 minutes. Null when the account was deleted. The caller must send it
 * without storing it (rules.md security/no-secrets).
 */
export async function signInLinkMail(
  ctx: Pick<Context, "db" | "now" | "siteUrl" | "settings">,
  { userId, redirectTo }: { userId: string; redirectTo: string },
) {
  const link = await newSignInLink(ctx, { userId, redirectTo });
  if (!link) return null;
  return {
    to: link.email,
    ...composeMail(ctx, "signInLink", {
      firstName: link.firstName,
      values: { minutes: String(LINK_MINUTES) },
      action: { label: "Sign in", url: link.url },
    }),
  };
}
