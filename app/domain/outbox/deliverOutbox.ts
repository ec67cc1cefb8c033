import { and, asc, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
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
import { mailOnlyRead, noticeMail } from "../notifications/noticeMail";
import { type NotificationEntity, notificationEntity, notificationOfRow } from "../notifications/notification";
import type { Printer } from "../ports/printer";
import { cardMail } from "../renewals/cardMail";
import { failureText, GIVEN_UP_AT, nextAttemptAt } from "./outboxRetry";

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
  /** ms UTC of the first retry, or now when more rows wait; null for neither. */
  retryAt: number | null;
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

/**
 * Delivers due outbox rows at least once. Leases let parallel runs share the work, and a failed row is retried later
 * without blocking others (rules.md notifications/outbox). Throws only when the rows could not be read.
 */
export async function deliverOutbox(ctx: DeliveryContext, doors: OutboxTransports): Promise<OutboxResult> {
  authorize(ctx, "outbox.deliver");
  const total: OutboxResult = { delivered: 0, failed: 0, retryAt: null };
  const began = Date.now();
  for (let claims = 0; ; claims++) {
    if (claims === MAX_CLAIMS || Date.now() - began > CLAIM_FOR_MS) return { ...total, retryAt: ctx.now };
    const rows = await claimRows(ctx);
    for (const result of await Promise.all([...mailsOf(ctx, doors, rows), ...(await pushesOf(ctx, doors, rows))])) {
      total.delivered += result.delivered;
      total.failed += result.failed;
      if (result.retryAt !== null) total.retryAt = Math.min(total.retryAt ?? result.retryAt, result.retryAt);
    }
    if (rows.length < CLAIM_ROWS) return total;
  }
}

/** Selects and leases in one statement, so no two runs hold the same row. */
async function claimRows({ db, now }: DeliveryContext): Promise<OutboxRow[]> {
  const free = db
    .select({ key: outbox.dedupeKey })
    .from(outbox)
    .where(
      and(
        isNull(outbox.deliveredAt),
        lte(outbox.availableAt, now),
        or(isNull(outbox.leaseUntil), lte(outbox.leaseUntil, now)),
      ),
    )
    .orderBy(asc(outbox.availableAt))
    .limit(CLAIM_ROWS);
  return await db
    .update(outbox)
    .set({ leaseUntil: now + LEASE_MS, attempts: sql`${outbox.attempts} + 1` })
    .where(inArray(outbox.dedupeKey, free))
    .returning();
}

function mailsOf(ctx: DeliveryContext, doors: OutboxTransports, rows: OutboxRow[]): Promise<OutboxResult>[] {
  return rows.flatMap((row) => {
    const { payload } = row;
    if (payload.kind === "push") return [];
    return settle(ctx, [row], async () => {
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
      if (mail && payload.kind === "noticeMail") await mailOnlyRead(ctx, payload);
    });
  });
}

type ComposedMail = Omit<OutgoingMail, "mailId">;

/** Null when the account or the content no longer exists. Tokens of links are created only here. */
function mailOf(
  ctx: DeliveryContext,
  { brandName, printInvoice }: OutboxTransports,
  payload: Exclude<OutboxPayload, { kind: "push" }>,
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
    case "noticeMail":
      return noticeMail(ctx, payload, { brandName });
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
async function pushesOf(
  ctx: DeliveryContext,
  doors: OutboxTransports,
  claimed: OutboxRow[],
): Promise<Promise<OutboxResult>[]> {
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
  return rows.map((row) =>
    settle(ctx, [row], async () => {
      const all = noticesOf(row);
      const results = await Promise.allSettled(all.map(([userId]) => calls.get(userId)));
      const failure = results.find((result) => result.status === "rejected");
      if (!failure) return;
      row.payload = { kind: "push", notifications: all.filter((_, index) => results[index]!.status === "rejected") };
      throw failure.reason;
    }),
  );
}

/** Runs the work of some rows and records the result, unless their lease was lost. */
async function settle(
  { db, now }: DeliveryContext,
  rows: OutboxRow[],
  work: () => Promise<unknown>,
): Promise<OutboxResult> {
  const isLeased = (row: OutboxRow) => and(eq(outbox.dedupeKey, row.dedupeKey), eq(outbox.leaseUntil, now + LEASE_MS));
  try {
    await within(ROW_TIMEOUT_MS, work());
  } catch (error) {
    const again = rows.map((row) => nextAttemptAt(now, row.attempts));
    await atomicBatch(
      db,
      rows.map((row, index) =>
        db
          .update(outbox)
          .set({
            leaseUntil: null,
            availableAt: again[index],
            lastError: failureText(error),
            // A push leaves out the people that it has reached.
            payload: row.payload,
          })
          .where(isLeased(row)),
      ),
    ).catch(ignoreLostMark);
    const retryAt = Math.min(...again);
    return { delivered: 0, failed: rows.length, retryAt: retryAt < GIVEN_UP_AT ? retryAt : null };
  }
  await atomicBatch(
    db,
    rows.map((row) =>
      db.update(outbox).set({ deliveredAt: now, leaseUntil: null, lastError: null }).where(isLeased(row)),
    ),
  ).catch(ignoreLostMark);
  return { delivered: rows.length, failed: 0, retryAt: null };
}

/** If the result cannot be recorded, the lease expires and the row is sent again: at-least-once delivery. */
const ignoreLostMark = () => undefined;

async function within(ms: number, work: Promise<unknown>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms / 1000} s`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
