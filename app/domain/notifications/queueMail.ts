import { newId } from "~db/ids";
import { outbox } from "~db/schema";
import type { OutboxPayload } from "~db/schema/notifications";
import type { Context } from "../context";

/**
 * Mails that someone waits for: reset and invitation, sign-in, and the way in after a lockout. And the request for a
 * card, which must not wait behind the receipts of a day of renewals.
 */
const urgentKinds: readonly OutboxPayload["kind"][] = ["passwordReset", "signInLink", "lockedOut", "cardMail"];

/**
 * The outbox row of a mail, for the caller's batch (rules.md notifications/outbox). A mail of the same kind and `key`
 * is queued once; without a key it is always another one. An `urgent` mail leaves before all others.
 */
export function queueMail(
  { db, now }: Pick<Context, "db" | "now">,
  payload: Exclude<OutboxPayload, { kind: "push" }>,
  key?: string,
  urgent = urgentKinds.includes(payload.kind),
) {
  const id = newId(now);
  const { kind } = payload;
  return db
    .insert(outbox)
    .values({ id, kind, dedupeKey: `${kind}:${key ?? id}`, payload, createdAt: now, availableAt: now, urgent })
    .onConflictDoNothing();
}
