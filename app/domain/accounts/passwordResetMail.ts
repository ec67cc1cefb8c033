import { and, eq, isNull, sql } from "drizzle-orm";
import { users } from "~db/schema";
import type { PasswordLinkPurpose } from "~db/schema/notifications";
import type { Context } from "../context";
import { composeMail } from "../notifications/composeMail";
import { INVITATION_DAYS, newPasswordLink, RESET_MINUTES } from "./newPasswordLink";

/**
 * The mail with a new link that sets a password (rules.md clients/invitation). Returns null when the account was
 * deleted. The caller must send the mail without storing it.
 */
export async function passwordResetMail(
  ctx: Pick<Context, "db" | "now" | "siteUrl" | "settings">,
  { userId, purpose = "reset" }: { userId: string; purpose?: PasswordLinkPurpose },
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
  const url = await newPasswordLink(ctx, userId, purpose);
  const { firstName } = user;
  if (purpose === "reset") {
    const values = { minutes: String(RESET_MINUTES) };
    const action = { label: "Reset Password", url };
    return { to: user.email, ...composeMail(ctx, "passwordReset", { firstName, values, action }) };
  }
  const kind = user.role === "ADMIN" ? "teamInvitation" : "clientInvitation";
  const values = { days: String(INVITATION_DAYS) };
  const action = { label: "Choose your password", url };
  return { to: user.email, ...composeMail(ctx, kind, { firstName, values, action }) };
}
