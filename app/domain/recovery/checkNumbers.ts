import { sql } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { numberFloors, paymentEventMarks } from "~db/schema";
import type { Context } from "../context";
import { type LostNumbers, raiseNumberFloors } from "../numbering/numberFloors";
import { readPaymentMetadata } from "../orders/orderMetadata";
import { numbersChecked } from "../payments/paymentEventMarks";
import { type PaymentAccount, type PaymentState, paymentAccounts } from "../ports/payments";

/** Restoring a database takes a person longer than this, so a restored one is noticed before it issues a number. */
const FRESH_MS = 5 * 60_000;
/** Tolerance for the provider's clock. */
const OVERLAP_MS = 60_000;

/**
 * Call before issuing order or invoice numbers. At most every five minutes it looks for payments at the provider
 * whose orders are missing here. If any exist, this database is a restored older one, and numbering skips what the
 * newer one may have issued. Throws PaymentsUnavailable, because the free numbers are then unknown. The caller must
 * authorize.
 */
export async function checkNumbers(ctx: Context, accounts: readonly PaymentAccount[] = paymentAccounts): Promise<void> {
  const marks = await ctx.db.select().from(paymentEventMarks);
  const due = marks.filter(
    ({ account, numbersCheckedAt }) => accounts.includes(account) && ctx.now - numbersCheckedAt > FRESH_MS,
  );
  if (due.length === 0) return;
  const lost: LostNumbers = { highestOrder: 0, payments: 0 };
  for (const { account, numbersCheckedAt } of due) {
    const since = numbersCheckedAt - OVERLAP_MS;
    const missing = await missingHere(ctx, account, await ctx.payments.listPayments(account, { since }));
    lost.payments += missing.length;
    for (const payment of missing) lost.highestOrder = Math.max(lost.highestOrder, orderNumberOf(payment));
  }
  await atomicBatch(ctx.db, [
    ...(lost.payments > 0 ? raiseNumberFloors(ctx, lost) : []),
    ...due.map(({ account }) => numbersChecked(ctx, account)),
  ]);
}

function orderNumberOf({ metadata }: PaymentState): number {
  const read = readPaymentMetadata(metadata);
  if (read.kind === "order") return read.order.number;
  return (read.kind === "incomplete" && read.orderNumber) || 0;
}

/** Payments that a newer database must have created, except those covered by the last raised floor. */
async function missingHere(ctx: Context, account: PaymentAccount, payments: PaymentState[]): Promise<PaymentState[]> {
  const [raised] = await ctx.db
    .select({ at: sql<number>`coalesce(max(${numberFloors.raisedAt}), 0)` })
    .from(numberFloors);
  // The provider knows whole seconds: a payment of the second in which the floor was raised may be newer than it.
  const covered = Math.floor((raised?.at ?? 0) / 1000) * 1000;
  const candidates = payments
    .filter((payment) => (payment.chargedAt ?? payment.createdAt) >= covered)
    .map(({ id, status, metadata }) => ({
      id,
      orderId: metadata.order_id ?? null,
      subscriptionId: metadata.subscription_id ?? null,
      cycle: Number(metadata.cycle ?? 0),
      succeeded: status === "succeeded" ? 1 : 0,
    }));
  // A renewal gets its number on payment, and its intent is stored before.
  const rows = await ctx.db.all<{ id: string }>(sql`
    with payment as (
      select value ->> 'id' as id, value ->> 'orderId' as order_id, value ->> 'subscriptionId' as subscription_id,
        value ->> 'cycle' as cycle, value ->> 'succeeded' as succeeded
      from json_each(${JSON.stringify(candidates)})
    )
    select payment.id from payment
    where (
      (subscription_id is null and order_id is not null
        and not exists (select 1 from orders where orders.id = order_id))
      or (subscription_id is not null and succeeded
        and not exists (select 1 from billing_cycles where account = ${account} and payment_intent_id = payment.id)
        and not exists (
          select 1 from orders where orders.subscription_id = payment.subscription_id and orders.cycle = payment.cycle))
    ) and not exists (select 1 from unmatched_payments where account = ${account} and payment_intent_id = payment.id)`);
  const missing = new Set(rows.map(({ id }) => id));
  return payments.filter(({ id }) => missing.has(id));
}
