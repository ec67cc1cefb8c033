import type { BatchStatement } from "~db/client.server";
import type { Context } from "../context";
import { queueMail } from "./queueMail";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Identifies the mail, e.g. `receipt:${orderId}`. A key is stored, and so sent, once. */
  dedupeKey: string;
  /** The paid order whose items and invoice the mail gets. */
  receiptOf?: string;
  /** The refund whose credit note is attached. */
  creditNoteOf?: string;
  /** Someone waits for it, so it leaves before other mails. */
  urgent?: boolean;
}

/**
 * The outbox row of one mail, for the caller's batch (rules.md notifications/outbox); bodies come from `composeMail`.
 * Must not contain a token or password: mails with one have their own outbox kind. After the batch, call
 * `ctx.publish.outboxWaiting()`.
 */
export function mailStatements(ctx: Pick<Context, "db" | "now">, mail: Mail): BatchStatement[] {
  const { dedupeKey, to, subject, text, html, receiptOf, creditNoteOf, urgent = false } = mail;
  const about = receiptOf ? { receiptOf } : creditNoteOf ? { creditNoteOf } : {};
  return [queueMail(ctx, { kind: "email", to, subject, text, html, ...about }, dedupeKey, urgent)];
}
