import { and, asc, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { notifications, outbox } from "~db/schema";
import type { OutboxPayload } from "~db/schema/notifications";
import { authorize } from "../access";
import { lockoutMail } from "../accounts/lockoutMail";
import { passwordResetMail } from "../accounts/passwordResetMail";
import { signInLinkMail } from "../accounts/signInLinkMail";
import { twoFactorMail } from "../accounts/twoFactorMail";
import { sendCartMail } from "../carts/sendCartMail";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { creditNote } from "../invoices/creditNote";
import { type MailAttachment, printedAttachment, receiptMail } from "../invoices/receiptMail";
import { type NotificationEntity, notificationEntity, notificationOfRow } from "../notifications/notification";
import type { Printer } from "../ports/printer";
import { cardMail } from "../renewals/cardMail";
import { failureText, GIVEN_UP_AT, nextAttemptAt } from "./outboxRetry";
import { OutOfTime, sendNoticeMails } from "./sendNoticeMails";
import { within } from "./within";

export interface OutgoingMail {
  /** Stays the same across retries of this mail. */
  mailId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: MailAttachment[];
  /** In place of the agency's own. */
  replyTo?: string;
  headers?: Record<string, string>;
}

/** The transports of delivery. Both methods throw when sending failed. */
export interface OutboxTransports {
  sendMail(mail: OutgoingMail): Promise<unknown>;
  /**
   * Sends to the person's open connections. Having none is not a failure, because the database keeps the
   * notification.
   */
  push(userId: string, messages: NotificationEntity[]): Promise<unknown>;
  /** Makes the invoice of a receipt. Without it receipts have no attachment. */
  printInvoice?: Printer["invoice"];
}

interface OutboxResult {
  delivered: number;
  failed: number;
  /** ms UTC of the first retry; null for none. */
  retryAt: number | null;
  /** The run ended before it had tried every row that is due. The next one should follow immediately. */
  more: boolean;
}

type OutboxRow = typeof outbox.$inferSelect;
type DeliveryContext = Pick<Context, "actor" | "db" | "now" | "siteUrl" | "signer" | "settings" | "replyDomain">;

const CLAIM_ROWS = 20;
/** From this try on a receipt leaves without its invoice when the printer fails. */
const PRINTING_TRIES = 3;
/** Well above ROW_TIMEOUT_MS: a lease that expires while its holder is sending would cause a second send. */
export const LEASE_MS = 2 * 60_000;
const ROW_TIMEOUT_MS = 20_000;
/** Less than a row's time, so that a printer without an answer is one that failed. */
const PRINT_TIMEOUT_MS = 12_000;
/** About 80 statements each. A Worker invocation may send the database 1,000. */
const MAX_CLAIMS = 12;
/** A run stays well below the 15 minutes of an invocation, and the queue's next message is not kept waiting. */
const CLAIM_FOR_MS = LEASE_MS / 2;
/** A Worker opens six connections at a time, and one isolate prints all invoices. More would time out together. */
const LANES = 6;
/** The last mail of a claim begins so early that its lease cannot expire before the answer. */
const SEND_FOR_MS = LEASE_MS - 1.5 * ROW_TIMEOUT_MS;

/**
 * Delivers due outbox rows at least once: mails that someone waits for first, then the others, oldest first. Leases
 * let parallel runs share the work, and a failed row is retried later without blocking others (rules.md
 * notifications/outbox). When all of a full claim failed, the run ends, so that an outage spends no retries of the rows
 * behind. Throws only when the rows could not be read.
 */
export async function deliverOutbox(ctx: DeliveryContext, doors: OutboxTransports): Promise<OutboxResult> {
  authorize(ctx, "outbox.deliver");
  const total: OutboxResult = { delivered: 0, failed: 0, retryAt: null, more: false };
  const began = Date.now();
  for (let claims = 0; ; claims++) {
    const elapsed = Date.now() - began;
    if (claims === MAX_CLAIMS || elapsed > CLAIM_FOR_MS) return { ...total, more: true };
    // The time of the claim, not of the run: a mail that was queued meanwhile is due, too.
    const claim = { ...ctx, now: ctx.now + elapsed };
    const rows = await claimRows(claim);
    const results = await Promise.all([
      sendPushes(claim, doors, rows),
      sendMails(claim, doors, rows, began + elapsed + SEND_FOR_MS),
    ]);
    let failed = 0;
    for (const result of results.flat()) {
      total.delivered += result.delivered;
      failed += result.failed;
      total.more ||= result.more;
      if (result.retryAt !== null) total.retryAt = Math.min(total.retryAt ?? result.retryAt, result.retryAt);
    }
    total.failed += failed;
    if (rows.length < CLAIM_ROWS || failed === rows.length) return total;
  }
}

/** Selects and leases in one statement, so no two runs hold the same row. */
async function claimRows({ db, now }: DeliveryContext): Promise<OutboxRow[]> {
  const isFree = and(
    isNull(outbox.deliveredAt),
    lte(outbox.availableAt, now),
    or(isNull(outbox.leaseUntil), lte(outbox.leaseUntil, now)),
  );
  // Literal numbers, because the planner uses a partial index only for the identical expression.
  const oldest = (urgent: SQL) =>
    sql`select * from (select dedupe_key, ${urgent} as urgent, available_at from outbox where ${isFree} and urgent = ${urgent} order by available_at limit ${CLAIM_ROWS})`;
  const first = sql`select dedupe_key from (${oldest(sql`1`)} union all ${oldest(sql`0`)}) order by urgent desc, available_at limit ${CLAIM_ROWS}`;
  return await db
    .update(outbox)
    .set({ leaseUntil: now + LEASE_MS, attempts: sql`${outbox.attempts} + 1` })
    .where(sql`${outbox.dedupeKey} in (${first})`)
    .returning();
}

/** Urgent mails first, a few at a time. Begins none after `until` (ms UTC, real time). */
async function sendMails(
  ctx: DeliveryContext,
  doors: OutboxTransports,
  rows: OutboxRow[],
  until: number,
): Promise<OutboxResult[]> {
  const waiting = rows
    .filter((row) => !isPush(row))
    .sort((a, b) => Number(b.urgent) - Number(a.urgent) || a.availableAt - b.availableAt);
  const results: OutboxResult[] = [];
  const lane = async () => {
    for (let row = waiting.shift(); row; row = waiting.shift())
      results.push(await settle(ctx, row, mailWork(ctx, doors, row, until)));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return results;
}

function mailWork(
  ctx: DeliveryContext,
  doors: OutboxTransports,
  row: OutboxRow,
  until: number,
): () => Promise<unknown> {
  const { payload } = row;
  return async () => {
    if (Date.now() > until) throw new OutOfTime("The mail was not begun in time");
    if (payload.kind === "noticeMail")
      return sendNoticeMails(ctx, doors, Object.assign(row, { payload }), { until, timeout: ROW_TIMEOUT_MS });
    return within(ROW_TIMEOUT_MS, sendMail(ctx, doors, row));
  };
}

async function sendMail(ctx: DeliveryContext, doors: OutboxTransports, { id, attempts, payload }: OutboxRow) {
  if (payload.kind === "push" || payload.kind === "noticeMail") return;
  if (payload.kind === "cartMail") return sendCartMail(ctx, payload, (mail) => doors.sendMail({ mailId: id, ...mail }));
  const mail = await mailOf(ctx, doors, payload, attempts >= PRINTING_TRIES);
  if (!mail) return;
  const { to, subject, text, html, attachments, headers } = mail;
  await doors.sendMail({
    mailId: id,
    to,
    subject,
    text,
    html,
    ...(attachments?.length ? { attachments } : {}),
    ...(headers ? { headers } : {}),
  });
}

type ComposedMail = Omit<OutgoingMail, "mailId">;

/** Null when the account or the content no longer exists. Tokens of links are created only here. */
function mailOf(
  ctx: DeliveryContext,
  { printInvoice }: OutboxTransports,
  payload: Exclude<OutboxPayload, { kind: "push" | "noticeMail" | "cartMail" }>,
  lastTry: boolean,
): ComposedMail | null | Promise<ComposedMail | null> {
  switch (payload.kind) {
    case "email":
      if (payload.receiptOf) return receiptOf(ctx, payload, { printInvoice, lastTry });
      return payload.creditNoteOf ? withCreditNote(ctx, payload, { printInvoice, lastTry }) : payload;
    case "passwordReset":
      return passwordResetMail(ctx, payload);
    case "cardMail":
      return cardMail(ctx, payload);
    case "signInLink":
      return signInLinkMail(ctx, payload);
    case "lockedOut":
      return lockoutMail(ctx, payload);
    case "twoFactorOn":
      return twoFactorMail(ctx, payload);
  }
}

/** The mail as it was written, when its order's invoice is no longer there. */
async function receiptOf(
  ctx: DeliveryContext,
  { receiptOf: orderId = "", ...mail }: Extract<OutboxPayload, { kind: "email" }>,
  { printInvoice, lastTry }: Pick<OutboxTransports, "printInvoice"> & { lastTry: boolean },
): Promise<ComposedMail> {
  const print: Printer["invoice"] | undefined =
    printInvoice && ((invoice) => within(PRINT_TIMEOUT_MS, printInvoice(invoice)));
  try {
    return { ...mail, ...(await receiptMail(ctx, { orderId, printInvoice: print, lastTry })) };
  } catch (error) {
    if (error instanceof NotFound) return mail;
    throw error;
  }
}

/** The mail about a refund with its credit note, when it has one. */
async function withCreditNote(
  ctx: DeliveryContext,
  { creditNoteOf: refundId = "", ...mail }: Extract<OutboxPayload, { kind: "email" }>,
  { printInvoice, lastTry }: Pick<OutboxTransports, "printInvoice"> & { lastTry: boolean },
): Promise<ComposedMail> {
  const print: Printer["invoice"] | undefined =
    printInvoice && ((invoice) => within(PRINT_TIMEOUT_MS, printInvoice(invoice)));
  try {
    const { printed } = await creditNote(ctx, refundId);
    return { ...mail, attachments: await printedAttachment(printed, print, lastTry) };
  } catch (error) {
    if (error instanceof NotFound) return mail;
    throw error;
  }
}

type PushRow = OutboxRow & { payload: Extract<OutboxPayload, { kind: "push" }> };
const isPush = (row: OutboxRow): row is PushRow => row.payload.kind === "push";

const noticesOf = ({ payload }: PushRow): [userId: string, id: string][] =>
  "notifications" in payload ? payload.notifications : [[payload.userId, payload.notificationId]];

/** One read for all pushes of a claim, and one call per person. A failed row keeps only the people to try again. */
async function sendPushes(
  ctx: DeliveryContext,
  doors: OutboxTransports,
  claimed: OutboxRow[],
): Promise<OutboxResult[]> {
  const rows = claimed.filter(isPush);
  if (rows.length === 0) return [];
  const notices = rows.flatMap(noticesOf);
  const stored = await ctx.db
    .select()
    .from(notifications)
    .where(
      // By the owner on the notification itself: an outbox row alone never decides who sees it.
      sql`(${notifications.userId}, ${notifications.id}) in (select value ->> 0, value ->> 1 from json_each(${JSON.stringify(notices)}))`,
    )
    .orderBy(asc(notifications.id));
  const calls = new Map<string, Promise<unknown>>();
  for (const userId of new Set(notices.map(([person]) => person))) {
    const messages = stored.filter((row) => row.userId === userId);
    if (messages.length === 0) continue;
    const entities = messages.map((row) => notificationEntity(notificationOfRow(row)));
    calls.set(userId, within(ROW_TIMEOUT_MS, doors.push(userId, entities)));
  }
  const failures = await Promise.all(
    rows.map(async (row) => {
      const all = noticesOf(row);
      const results = await Promise.allSettled(all.map(([userId]) => calls.get(userId)));
      row.payload = { kind: "push", notifications: all.filter((_, index) => results[index]!.status === "rejected") };
      return results.find((result) => result.status === "rejected");
    }),
  );
  const sent = rows.filter((_, index) => !failures[index]);
  await record(ctx, sent, delivered(ctx.now));
  const failed = rows.flatMap((row, index) => (failures[index] ? failedAs(ctx, row, failures[index].reason) : []));
  return [{ delivered: sent.length, failed: 0, retryAt: null, more: false }, ...(await Promise.all(failed))];
}

/** Runs the work of a row and records the result. */
async function settle(ctx: DeliveryContext, row: OutboxRow, work: () => Promise<unknown>): Promise<OutboxResult> {
  try {
    await work();
  } catch (error) {
    return await failedAs(ctx, row, error);
  }
  await record(ctx, [row], { ...delivered(ctx.now), ...withoutContent(row) });
  return { delivered: 1, failed: 0, retryAt: null, more: false };
}

/** An event's row leaves out the people that it has reached. */
async function failedAs(ctx: DeliveryContext, row: OutboxRow, error: unknown): Promise<OutboxResult> {
  const { payload } = row;
  if (error instanceof OutOfTime) {
    await record(ctx, [row], { leaseUntil: null, attempts: row.attempts - 1, payload });
    return { delivered: 0, failed: 0, retryAt: null, more: true };
  }
  const again = nextAttemptAt(ctx.now, row.attempts);
  await record(ctx, [row], { leaseUntil: null, availableAt: again, lastError: failureText(error), payload });
  return { delivered: 0, failed: 1, retryAt: again < GIVEN_UP_AT ? again : null, more: false };
}

/** The key stays, so that the mail is sent once. */
const withoutContent = ({ payload }: OutboxRow) =>
  payload.kind === "email" && payload.forgotten
    ? { payload: { ...payload, to: "", subject: "", text: "", html: "" } }
    : {};

const delivered = (now: number) => ({ deliveredAt: now, leaseUntil: null, lastError: null });

/** Writes the result of rows, unless their lease was lost. */
async function record({ db, now }: DeliveryContext, rows: OutboxRow[], values: Partial<typeof outbox.$inferInsert>) {
  if (rows.length === 0) return;
  const keys = JSON.stringify(rows.map(({ dedupeKey }) => dedupeKey));
  await db
    .update(outbox)
    .set(values)
    .where(
      and(sql`${outbox.dedupeKey} in (select value from json_each(${keys}))`, eq(outbox.leaseUntil, now + LEASE_MS)),
    )
    .catch(ignoreLostMark);
}

/** If the result cannot be recorded, the lease expires and the row is sent again: at-least-once delivery. */
const ignoreLostMark = () => undefined;
