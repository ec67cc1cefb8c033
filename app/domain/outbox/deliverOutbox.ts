import { and, asc, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { notifications, outbox } from "~db/schema";
import type { OutboxPayload } from "~db/schema/notifications";
import { authorize } from "../access";
import { lockoutMail } from "../accounts/lockoutMail";
import { passwordResetMail } from "../accounts/passwordResetMail";
import { signInLinkMail } from "../accounts/signInLinkMail";
import { twoFactorMail } from "../accounts/twoFactorMail";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { type MailAttachment, receiptMail } from "../invoices/receiptMail";
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
}

/** The transports of delivery. Both methods throw when sending failed. */
export interface OutboxTransports {
  sendMail(mail: OutgoingMail): Promise<unknown>;
  /**
   * Sends to the person's open connections. Having none is not a failure, because the database keeps the
   * notification.
   */
  push(userId: string, messages: NotificationEntity[]): Promise<unknown>;
  brandName: string;
  /** Makes the invoice of a receipt. Without it receipts have no attachment. */
  printInvoice?: Printer["invoice"];
}

export interface OutboxResult {
  delivered: number;
  failed: number;
  /** ms UTC of the first retry; null for none. */
  retryAt: number | null;
  /** The run ended before it had tried every row that is due. The next one should follow immediately. */
  more: boolean;
}

type OutboxRow = typeof outbox.$inferSelect;
type DeliveryContext = Pick<Context, "actor" | "db" | "now" | "siteUrl" | "signer">;

const CLAIM_ROWS = 20;
/** From this try on a receipt leaves without its invoice when the printer fails. */
const PRINTING_TRIES = 3;
/** Well above ROW_TIMEOUT_MS: a lease that expires while its holder is sending would cause a second send. */
export const LEASE_MS = 2 * 60_000;
const ROW_TIMEOUT_MS = 20_000;
/** About 80 statements each. A Worker invocation may send the database 1,000. */
const MAX_CLAIMS = 12;
/** Leases count from the start of the run, so a later claim could expire while its mails are being sent. */
const CLAIM_FOR_MS = LEASE_MS / 2;
/** The last mail of an event begins so early that its lease cannot expire before the answer. */
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
    if (claims === MAX_CLAIMS || Date.now() - began > CLAIM_FOR_MS) return { ...total, more: true };
    const rows = await claimRows(ctx);
    const [pushes, ...mails] = await Promise.all([
      sendPushes(ctx, doors, rows),
      ...mailsOf(ctx, doors, rows, began + SEND_FOR_MS),
    ]);
    let failed = 0;
    for (const result of [...pushes, ...mails]) {
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

function mailsOf(
  ctx: DeliveryContext,
  doors: OutboxTransports,
  rows: OutboxRow[],
  until: number,
): Promise<OutboxResult>[] {
  return rows.flatMap((row) => {
    const { payload } = row;
    if (payload.kind === "push") return [];
    if (payload.kind === "noticeMail")
      return settle(ctx, row, () =>
        sendNoticeMails(ctx, doors, Object.assign(row, { payload }), { until, timeout: ROW_TIMEOUT_MS }),
      );
    const send = async () => {
      const mail = await mailOf(ctx, doors, payload, row.attempts >= PRINTING_TRIES);
      if (mail)
        await doors.sendMail({
          mailId: row.id,
          to: mail.to,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          ...(mail.attachments?.length ? { attachments: mail.attachments } : {}),
        });
    };
    return settle(ctx, row, () => within(ROW_TIMEOUT_MS, send()));
  });
}

type ComposedMail = Omit<OutgoingMail, "mailId">;

/** Null when the account or the content no longer exists. Tokens of links are created only here. */
function mailOf(
  ctx: DeliveryContext,
  { brandName, printInvoice }: OutboxTransports,
  payload: Exclude<OutboxPayload, { kind: "push" | "noticeMail" }>,
  lastTry: boolean,
): ComposedMail | null | Promise<ComposedMail | null> {
  switch (payload.kind) {
    case "email":
      return payload.receiptOf ? receiptOf(ctx, payload, { brandName, printInvoice, lastTry }) : payload;
    case "passwordReset":
      return passwordResetMail(ctx, { ...payload, brandName });
    case "cardMail":
      return cardMail(ctx, { ...payload, brandName });
    case "signInLink":
      return signInLinkMail(ctx, { ...payload, brandName });
    case "lockedOut":
      return lockoutMail(ctx, { ...payload, brandName });
    case "twoFactorOn":
      return twoFactorMail(ctx, { ...payload, brandName });
  }
}

/** The mail as it was written, when its order's invoice is no longer there. */
async function receiptOf(
  ctx: DeliveryContext,
  { receiptOf: orderId = "", ...mail }: Extract<OutboxPayload, { kind: "email" }>,
  options: Pick<OutboxTransports, "brandName" | "printInvoice"> & { lastTry: boolean },
): Promise<ComposedMail> {
  try {
    return { ...mail, ...(await receiptMail(ctx, { orderId, ...options })) };
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
  await record(ctx, [row], delivered(ctx.now));
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
