import type { BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { outbox } from "~db/schema";
import type { PasswordLinkPurpose } from "~db/schema/notifications";
import type { Context } from "../context";

/**
 * The outbox row of a mail with a link that sets a password: a reset, or an invitation (rules.md clients/invitation),
 * for the caller's batch. It names the person only: the token is made when the mail leaves, so that no row ever holds
 * one (rules.md security/reset-tokens, security/no-secrets). Limits on asking are the caller's.
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
