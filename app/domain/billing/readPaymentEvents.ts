import { and, asc, eq, inArray, lt, lte, ne, sql } from "drizzle-orm";
import { disputes, orders, paymentEventFailures, unmatchedPayments, webhookEvents } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import { hasEnded } from "../disputes/disputeStates";
import { recordReversals } from "../disputes/recordReversals";
import { advanceEventMark, MAX_EVENT_TRIES, readEventMarks } from "../payments/paymentEventMarks";
import { type RunResult, runEach } from "../payments/runEach";
import {
  MAX_LISTED_PAYMENTS,
  type PaymentAccount,
  type PaymentEvent,
  type PaymentState,
  paymentAccounts,
} from "../ports/payments";
import { checkNumbers } from "../recovery/checkNumbers";
import { settleOrder } from "../settlement/settleOrder";
import { applyPaymentEvent } from "./applyPaymentEvent";

const HOUR_MS = 60 * 60_000;
/** Events may be listed late, and the provider's clock may differ from ours. */
const OVERLAP_MS = HOUR_MS;
/** The provider keeps events for 30 days. One hour less, so that none expires during a run. */
const EVENTS_KEPT_MS = 30 * DAY_MS - HOUR_MS;
/** One Worker invocation may send 1,000 statements. A settlement takes about 30, most events a few. */
const MAX_PER_ACCOUNT = 100;
const TURN_MS = 2 * 60_000;
const RETRY_AFTER_MS = HOUR_MS;
const MAX_RETRIES = 20;

/**
 * Reads each account's events from its stored mark, oldest first, through the webhook handler. Lists payments and
 * reversals by date where the provider no longer keeps events. A bounded run moves the mark to its first unprocessed
 * item, where the next run continues. Failed events are stored and retried hourly, so they block no others. Reports
 * failures to `onFailure`.
 */
export async function readPaymentEvents(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "checkout.clean");
  const total: RunResult = { done: 0, failed: 0 };
  await runEach(
    paymentAccounts,
    async (account) => {
      // Only its own, so that a silent account does not stop the other.
      await checkNumbers(ctx, [account]);
      const turn = { account, left: MAX_PER_ACCOUNT, endsAt: Date.now() + TURN_MS, total, onFailure };
      await readOn(ctx, turn);
      await retryFailures(ctx, turn);
    },
    onFailure,
    // No overall limit, because each account is bounded by its own turn.
    Number.POSITIVE_INFINITY,
  );
  return total;
}

interface Turn {
  account: PaymentAccount;
  /** How many items this turn may still process. */
  left: number;
  endsAt: number;
  total: RunResult;
  onFailure: (error: unknown) => void;
}

/** An event, or a payment or reversal whose events the provider no longer keeps. */
interface Work {
  id: string;
  type: string;
  /** ms UTC. */
  createdAt: number;
  run: (ctx: Context) => Promise<unknown>;
}

async function readOn(ctx: Context, turn: Turn): Promise<void> {
  const { account } = turn;
  const mark = (await readEventMarks(ctx)).find((stored) => stored.account === account)?.readUpTo ?? ctx.now;
  // Stored before any work, so the mark of a new portal stays at its first run.
  await advanceEventMark(ctx, account, mark);
  const eventsFrom = ctx.now - EVENTS_KEPT_MS;
  if (mark < eventsFrom && (await workOn(ctx, turn, await openDisputes(ctx, account))) !== null) return;
  let from = mark < eventsFrom ? mark : mark - OVERLAP_MS;
  let span = ctx.now - from;
  while (from < ctx.now) {
    const byDate = from < eventsFrom;
    const until = Math.min(from + span, byDate ? eventsFrom : ctx.now);
    const works = await (byDate ? paymentsBetween : eventsBetween)(ctx, account, from, until);
    if (!works) {
      span = Math.ceil((until - from) / 2);
      continue;
    }
    const stoppedAt = await workOn(ctx, turn, works);
    await advanceEventMark(ctx, account, stoppedAt ?? until);
    if (stoppedAt !== null) return;
    from = until;
    span *= 2;
  }
}

/** Null when the range holds more than a page; the caller then asks for a shorter one. */
async function eventsBetween(
  ctx: Context,
  account: PaymentAccount,
  from: number,
  until: number,
): Promise<Work[] | null> {
  const events = await ctx.payments.eventsBetween(account, from, until);
  return events && (await withoutHandled(ctx, events.map(workOfEvent)));
}

const workOfEvent = (event: PaymentEvent): Work => ({
  id: event.id,
  type: event.type,
  createdAt: event.createdAt,
  run: (ctx) => applyPaymentEvent(ctx, event, { isRead: true }),
});

/** Payments, refunds and disputes by creation time. Null as in eventsBetween. */
async function paymentsBetween(
  ctx: Context,
  account: PaymentAccount,
  from: number,
  until: number,
): Promise<Work[] | null> {
  const payments = await ctx.payments.listPayments(account, { since: from, until });
  if (payments.length === MAX_LISTED_PAYMENTS && until - from > 1000) return null;
  const reversed = await ctx.payments.reversedBetween(account, from, until);
  const works = [
    ...(await unsettled(ctx, account, payments)).map((payment) => ({
      id: payment.id,
      type: "payment",
      createdAt: payment.createdAt,
      run: (at: Context) => settleOrder(at, payment),
    })),
    ...reversed.map(({ paymentIntentId, createdAt }) => reversal(account, paymentIntentId, createdAt)),
  ];
  return await withoutHandled(
    ctx,
    works.sort((a, b) => a.createdAt - b.createdAt),
  );
}

/** Succeeded payments that are neither settled here nor recorded as unmatched. */
async function unsettled(ctx: Context, account: PaymentAccount, payments: PaymentState[]): Promise<PaymentState[]> {
  const succeeded = payments.filter(({ status }) => status === "succeeded");
  const isOne = sql`(select value from json_each(${JSON.stringify(succeeded.map(({ id }) => id))}))`;
  const [settled, unmatched] = await ctx.db.batch([
    ctx.db
      .select({ id: orders.paymentIntentId })
      .from(orders)
      .where(and(eq(orders.account, account), inArray(orders.paymentIntentId, isOne), ne(orders.payState, "unpaid"))),
    ctx.db
      .select({ id: unmatchedPayments.paymentIntentId })
      .from(unmatchedPayments)
      .where(and(eq(unmatchedPayments.account, account), inArray(unmatchedPayments.paymentIntentId, isOne))),
  ]);
  const recorded = new Set([...settled, ...unmatched].map(({ id }) => id));
  return succeeded.filter(({ id }) => !recorded.has(id));
}

const REVERSAL = "reversal";

/** The refunds and disputes of one payment. */
const reversal = (account: PaymentAccount, paymentIntentId: string, createdAt: number): Work => ({
  id: `${REVERSAL}:${paymentIntentId}`,
  type: REVERSAL,
  createdAt,
  run: (ctx) => recordReversals(ctx, { account, id: paymentIntentId }),
});

/** Open disputes: their latest events may have expired at the provider. */
async function openDisputes(ctx: Context, account: PaymentAccount): Promise<Work[]> {
  const rows = await ctx.db
    .select({ status: disputes.status, openedAt: disputes.openedAt, paymentIntentId: orders.paymentIntentId })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(eq(disputes.account, account));
  return rows.flatMap(({ status, openedAt, paymentIntentId }) =>
    paymentIntentId && !hasEnded(status) ? [reversal(account, paymentIntentId, openedAt)] : [],
  );
}

/** Leaves out items already processed, and failures that are retried separately. */
async function withoutHandled(ctx: Context, works: Work[]): Promise<Work[]> {
  const isOne = sql`(select value from json_each(${JSON.stringify(works.map(({ id }) => id))}))`;
  const [done, failing] = await ctx.db.batch([
    ctx.db.select({ id: webhookEvents.id }).from(webhookEvents).where(inArray(webhookEvents.id, isOne)),
    ctx.db
      .select({ id: paymentEventFailures.id })
      .from(paymentEventFailures)
      .where(inArray(paymentEventFailures.id, isOne)),
  ]);
  const handled = new Set([...done, ...failing].map(({ id }) => id));
  return works.filter(({ id }) => !handled.has(id));
}

/** Returns the time (ms UTC) of the first unprocessed item, or null when all were processed. */
async function workOn(ctx: Context, turn: Turn, works: Work[]): Promise<number | null> {
  for (const work of works) {
    if (turn.left === 0 || Date.now() > turn.endsAt) return work.createdAt;
    turn.left--;
    await tryWork(ctx, turn, work);
  }
  return null;
}

/** Throws only when the failure cannot be stored, so the mark stays before this item. */
async function tryWork(ctx: Context, { account, total, onFailure }: Turn, work: Work): Promise<boolean> {
  try {
    await work.run(ctx);
    total.done++;
    return true;
  } catch (error) {
    total.failed++;
    onFailure(error);
    // Only the error's name, because messages of the provider or database may carry secrets.
    const failure = { lastError: error instanceof Error ? error.name : "Unknown failure", lastFailedAt: ctx.now };
    await ctx.db
      .insert(paymentEventFailures)
      .values({ id: work.id, account, type: work.type, firstFailedAt: ctx.now, ...failure })
      .onConflictDoUpdate({
        target: paymentEventFailures.id,
        set: { tries: sql`${paymentEventFailures.tries} + 1`, ...failure },
      });
    return false;
  }
}

async function retryFailures(ctx: Context, turn: Turn): Promise<void> {
  const due = await ctx.db
    .select()
    .from(paymentEventFailures)
    .where(
      and(
        eq(paymentEventFailures.account, turn.account),
        lt(paymentEventFailures.tries, MAX_EVENT_TRIES),
        lte(paymentEventFailures.lastFailedAt, ctx.now - RETRY_AFTER_MS),
      ),
    )
    .orderBy(asc(paymentEventFailures.lastFailedAt))
    .limit(MAX_RETRIES);
  for (const { id, type, firstFailedAt } of due) {
    if (Date.now() > turn.endsAt) return;
    const work = { id, type, createdAt: firstFailedAt, run: (at: Context) => runAgain(at, turn.account, id, type) };
    if (await tryWork(ctx, turn, work))
      await ctx.db.delete(paymentEventFailures).where(eq(paymentEventFailures.id, id));
  }
}

async function runAgain(ctx: Context, account: PaymentAccount, id: string, type: string): Promise<unknown> {
  if (type === "payment") return await settleOrder(ctx, await ctx.payments.retrievePayment(account, id));
  if (type === REVERSAL) return await reversal(account, id.slice(REVERSAL.length + 1), ctx.now).run(ctx);
  return await applyPaymentEvent(ctx, await ctx.payments.retrieveEvent(account, id), { isRead: true });
}
