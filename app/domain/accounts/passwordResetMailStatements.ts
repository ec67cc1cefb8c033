import type { BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { outbox } from "~db/schema";
import type { PasswordLinkPurpose } from "~db/schema/notifications";
import type { Context } from "../context";

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
  const id = newId(ctx.now);
  return [
    ctx.db.insert(outbox).values({
      id,
      kind: "passwordReset",
      dedupeKey: `passwordReset:${id}`,
      payload: { kind: "passwordReset", userId, ...(purpose === "reset" ? {} : { purpose }) },
      createdAt: ctx.now,
      availableAt: ctx.now,
    }),
  ];
}
