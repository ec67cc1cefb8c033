import type { BatchStatement } from "~db/client.server";
import type { PasswordLinkPurpose } from "~db/schema/notifications";
import type { Context } from "../context";
import { queueMail } from "../notifications/queueMail";

/**
 * The outbox row of a password reset or invitation mail (rules.md clients/invitation), for the caller's batch. Holds
 * only the user id: the token is created when the mail is sent, so no row ever contains one (rules.md
 * security/reset-tokens, security/no-secrets). The caller enforces rate limits.
 */
export function passwordResetMailStatements(
  ctx: Pick<Context, "db" | "now">,
  userId: string,
  purpose: PasswordLinkPurpose = "reset",
): BatchStatement[] {
  return [queueMail(ctx, { kind: "passwordReset", userId, ...(purpose === "reset" ? {} : { purpose }) })];
}
