import type { BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { outbox } from "~db/schema";
import type { Context } from "../context";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Identifies the mail, e.g. `receipt:${orderId}`. A key is stored, and so sent, once. */
  dedupeKey: string;
}

/**
 * The outbox row of one mail, for the caller's batch (rules.md notifications/outbox); bodies come from `mailBody`.
 * Must not contain a token or password: mails with one have their own outbox kind. After the batch, call
 * `ctx.publish.outboxWaiting()`.
 */
export function mailStatements(ctx: Pick<Context, "db" | "now">, mail: Mail): BatchStatement[] {
  const { dedupeKey, to, subject, text, html } = mail;
  return [
    ctx.db
      .insert(outbox)
      .values({
        id: newId(ctx.now),
        kind: "email",
        dedupeKey: `email:${dedupeKey}`,
        payload: { kind: "email", to, subject, text, html },
        createdAt: ctx.now,
        availableAt: ctx.now,
      })
      .onConflictDoNothing(),
  ];
}
