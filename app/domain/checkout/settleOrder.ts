import { eq } from "drizzle-orm";
import { GuardFailed, writeTogether } from "~db/client.server";
import { intakeFields, orderEntries, orderItems, orders, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { intakeComplete } from "../orders/intakeComplete";
import type { PaymentState } from "../ports";
import { checkNumbers } from "../recovery/checkNumbers";
import { rebuildOrder } from "../recovery/rebuildOrder";
import { recordUnmatchedPayment } from "../recovery/recordUnmatchedPayment";
import { settleRenewal } from "../subscriptions/settleRenewal";
import { adoptPaid } from "./adoptPaid";
import type { OrderRow } from "./ownOrder";
import { paidAtOf } from "./paidAtOf";
import { recordRefusedPayment } from "./recordRefusedPayment";
import { settlementStatements } from "./settleContributors";

/** A one-time order of nothing to pay: its stored total is the proof (decision C5). */
export interface FreeOrder {
  kind: "free";
  orderId: string;
}

/**
 * settled: this call made it paid. already: it was paid by this payment before. refused: the payment is not the one that
 * is stored, or its order is gone and cannot be rebuilt; both are recorded and told to staff. open: the provider has not said succeeded. foreign: not about an order.
 */
export type SettleOutcome = "settled" | "already" | "refused" | "open" | "foreign";

const CURRENCY = "usd";
const NOT_ITS_PAYMENT = "It is not the payment that was created for this order";
/** Others may change the order between reading and writing; each time it is read anew. */
const TRIES = 5;

/**
 * The only way to paid, for orders and renewals. Complete, webhook, success page and reconciliation all end here, in any order, any number of
 * times: account, order, currency and amount must be what is stored, then one batch of all contributors. A payment that
 * a restored database has forgotten takes the place of a stored one that was cancelled; an order that
 * it has forgotten is rebuilt from its payment.
 * Throws Conflict when the order kept changing, PaymentsUnavailable when the provider had to be asked and was silent.
 */
export async function settleOrder(ctx: Context, proof: PaymentState | FreeOrder): Promise<SettleOutcome> {
  authorize(ctx, "checkout.settle");
  if (proof.kind !== "free" && proof.status !== "succeeded") return "open";
  if (proof.kind === "payment" && proof.metadata.subscription_id) return await settleAnyRenewal(ctx, proof);
  const orderId = proof.kind === "free" ? proof.orderId : proof.metadata.order_id;
  if (!orderId) return "foreign";
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const found = await readForSettlement(ctx, orderId);
    if (!found) {
      const reason = proof.kind === "free" ? "This order does not exist" : await rebuildOrder(ctx, proof);
      if (reason === null) continue;
      if (proof.kind === "payment") await recordUnmatchedPayment(ctx, proof, reason);
      else await recordRefusedPayment(ctx, { proof, order: null, reason });
      return "refused";
    }
    const { order } = found;
    if (order.payState !== "unpaid" && paidBy(order, proof)) return "already";
    const reason = await mismatch(ctx, order, proof);
    if (reason === NOT_ITS_PAYMENT && proof.kind !== "free" && (await adoptPaid(ctx, order, proof))) continue;
    if (reason) {
      await recordRefusedPayment(ctx, { proof, order, reason });
      return "refused";
    }
    await checkNumbers(ctx);
    try {
      await writeTogether(
        ctx.db,
        settlementStatements(ctx, {
          ...found,
          paidAt: paidAtOf(ctx, order, proof),
          transactionId: proof.kind === "free" ? "No charge" : proof.id,
          paymentIntentId: proof.kind === "payment" ? proof.id : null,
          setupIntentId: proof.kind === "setup" ? proof.id : null,
          customerId: proof.kind === "free" ? null : proof.customerId,
          paymentMethodId: proof.kind === "free" ? null : proof.paymentMethodId,
        }),
      );
    } catch (error) {
      if (error instanceof GuardFailed) continue;
      throw error;
    }
    ctx.after(() => ctx.publish.outboxWaiting());
    return "settled";
  }
  throw new Conflict("Someone else is changing this order. Please try again.");
}

/** A renewal whose subscription is missing here: its first order opens it again when that can be rebuilt. */
async function settleAnyRenewal(ctx: Context, proof: PaymentState): Promise<SettleOutcome> {
  let outcome = await settleRenewal(ctx, proof);
  if (outcome === "unknown" && (await settleFirstOrder(ctx, proof))) outcome = await settleRenewal(ctx, proof);
  if (outcome !== "unknown") return outcome;
  await recordUnmatchedPayment(ctx, proof, "The subscription is not in this database.");
  return "refused";
}

async function settleFirstOrder(ctx: Context, { account, customerId, metadata }: PaymentState): Promise<boolean> {
  const orderId = metadata.initial_order_id;
  if (!orderId || !customerId) return false;
  const payments = await ctx.payments.listPayments(account, { customerId, since: 0 });
  const first = payments.find((one) => one.metadata.order_id === orderId && one.status === "succeeded");
  return first !== undefined && (await settleOrder(ctx, first)) === "settled";
}

/** The order with all that decides where it goes once it is paid, in one round trip. */
async function readForSettlement(ctx: Context, orderId: string) {
  const { db } = ctx;
  const [[row], items, entries, fields] = await db.batch([
    db
      .select({ order: orders, client: { email: users.email, firstName: users.firstName } })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.clientId))
      .where(eq(orders.id, orderId)),
    db.select({ packageId: orderItems.packageId }).from(orderItems).where(eq(orderItems.orderId, orderId)),
    db
      .select({ packageId: orderEntries.packageId, items: orderEntries.items })
      .from(orderEntries)
      .where(eq(orderEntries.orderId, orderId)),
    db
      .select({ id: intakeFields.id, mandatory: intakeFields.mandatory })
      .from(intakeFields)
      .innerJoin(orders, eq(orders.serviceId, intakeFields.serviceId))
      .where(eq(orders.id, orderId)),
  ]);
  if (!row) return null;
  const complete = intakeComplete({
    fields,
    packageIds: items.map((item) => item.packageId),
    entries,
    hasUpload: row.order.uploadKey !== null,
  });
  return {
    ...row,
    nextStatus: complete ? ("Active" as const) : ("Inputs_Required" as const),
    wasCancelled: row.order.status === "Cancelled",
  };
}

function paidBy(order: OrderRow, proof: PaymentState | FreeOrder) {
  if (proof.kind === "free") return true;
  return (
    proof.account === order.account &&
    proof.id === (proof.kind === "payment" ? order.paymentIntentId : order.setupIntentId)
  );
}

/** Why this payment does not pay this order, or null. */
async function mismatch(ctx: Context, order: OrderRow, proof: PaymentState | FreeOrder): Promise<string | null> {
  if (order.payState !== "unpaid") return "The order was already paid by another payment";
  if (proof.kind === "free") {
    return order.total === 0 && order.paymentType === "DIRECT" ? null : "The order has something to pay";
  }
  if (proof.account !== order.account) return "It was made in a different payment account";
  if (proof.currency.toLowerCase() !== CURRENCY) return "It was made in a different currency";
  if (proof.kind === "setup" && (order.total !== 0 || order.paymentType !== "SUBSCRIPTION")) {
    return "The order has something to pay";
  }
  if (
    proof.kind === "payment" &&
    (proof.amount !== order.total || proof.received !== order.total || order.total === 0)
  ) {
    return "Its amount does not match the order total";
  }
  if (!(await isPayableOf(ctx, order, proof))) return NOT_ITS_PAYMENT;
  if (order.paymentType === "SUBSCRIPTION" && !(proof.customerId && proof.paymentMethodId)) {
    return "It saved no card for renewals";
  }
  return null;
}

/** The one payable object that is stored: the intent itself, or the one behind the hosted page. */
async function isPayableOf(ctx: Context, order: OrderRow, proof: PaymentState): Promise<boolean> {
  if (order.checkoutSessionId) {
    const session = await ctx.payments.retrieveHostedCheckout(order.account, order.checkoutSessionId);
    return proof.id === (proof.kind === "payment" ? session.paymentIntentId : session.setupIntentId);
  }
  return proof.id === (proof.kind === "payment" ? order.paymentIntentId : order.setupIntentId);
}
