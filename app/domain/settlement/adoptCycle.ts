import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { billingCycles, subscriptions } from "~db/schema";
import type { Context } from "../context";
import type { CycleRow } from "../orderPaid";
import { readPaymentMetadata } from "../orders/orderMetadata";
import type { PaymentState } from "../ports/payments";

/** A renewal charged this long before its date came from Charge Now. */
const EARLY_MS = 60 * 60_000;

/**
 * The columns that a cycle takes from an adopted payment: amount, taxes and time as charged. Early payments move the
 * next date as Charge Now does.
 */
export function adoptedColumns(intent: PaymentState, dueAt: number) {
  const { amount, status, chargedAt } = intent;
  const createdAt = sql`min(${billingCycles.createdAt}, ${intent.createdAt})`;
  const read = readPaymentMetadata(intent.metadata);
  const taxes = (read.kind === "renewal" && read.renewal.taxes) || { tax: 0, taxRates: null };
  if (status !== "succeeded" || chargedAt === null) return { amount, ...taxes, createdAt };
  return {
    amount,
    ...taxes,
    createdAt,
    origin: chargedAt + EARLY_MS <= dueAt ? ("chargeNow" as const) : ("schedule" as const),
  };
}

/**
 * Assigns a paid renewal that this database lost to the subscription's next cycle, creating the cycle if needed.
 * False when it is not the next cycle, or another payment is stored for it.
 */
export async function adoptCycle(ctx: Context, proof: PaymentState): Promise<boolean> {
  const read = readPaymentMetadata(proof.metadata);
  if (read.kind !== "renewal" || proof.received !== proof.amount) return false;
  const { subscriptionId, cycle } = read.renewal;
  const subscription = await ctx.db.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId)).get();
  if (!subscription || subscription.account !== proof.account || subscription.currentCycle + 1 !== cycle) return false;
  if (subscription.customerId !== proof.customerId) return false;
  const adopted = { paymentIntentId: proof.id, ...adoptedColumns(proof, subscription.nextPayment) };
  const values: CycleRow = {
    subscriptionId,
    cycle,
    account: proof.account,
    state: "open",
    origin: "schedule",
    dueAt: subscription.nextPayment,
    sequence: 1,
    tries: 0,
    actionNeeded: false,
    leaseUntil: null,
    statementText: null,
    nextTryAt: null,
    firstTriedAt: null,
    lastChargeId: null,
    lastFailure: null,
    lastFailureCode: null,
    orderId: null,
    paidAt: null,
    ...adopted,
    createdAt: proof.createdAt,
  };
  const { meta } = await ctx.db
    .insert(billingCycles)
    .values(values)
    .onConflictDoUpdate({
      target: [billingCycles.subscriptionId, billingCycles.cycle],
      set: adopted,
      setWhere: and(isNull(billingCycles.paymentIntentId), ne(billingCycles.state, "paid")),
    })
    .run();
  return meta.changes > 0;
}
