import { asc, eq } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { intakeFields, orderEntries, orderItems, orders, packages, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { prefilledByEntries } from "../intake/prefilledLinks";
import { statusWhenPaid } from "../intake/statusWhenPaid";
import type { FreeOrder, OrderRow } from "../orderPaid";
import { paidAtOf } from "../payments/paidAtOf";
import { clockAt } from "../placements/deliveryClock";
import { soldPlacements } from "../placements/soldPlacements";
import type { PaymentState } from "../ports/payments";
import { checkNumbers } from "../recovery/checkNumbers";
import { rebuildOrder } from "../recovery/rebuildOrder";
import { recordUnmatchedPayment } from "../recovery/recordUnmatchedPayment";
import { READ_AGAIN, retryOnConflict } from "../retryOnConflict";
import { adoptPaid } from "./adoptPaid";
import { settlementStatements } from "./orderPaidHandlers";
import { recordRefusedPayment } from "./recordRefusedPayment";
import { settleRenewal } from "./settleRenewal";

/**
 * settled: this call marked the order as paid. already: this payment had paid it before. refused: not the stored
 * payment, or the order is missing and cannot be rebuilt; both are recorded and notify staff. open: the provider does
 * not report success. foreign: not about an order.
 */
export type SettleOutcome = "settled" | "already" | "refused" | "open" | "foreign";

const CURRENCY = "usd";
const NOT_ITS_PAYMENT = "It is not the payment that was created for this order";
/**
 * The only way to mark orders and renewals as paid. Idempotent, for calls from the API, webhooks, the success page
 * and reconciliation in any order. Account, order, currency and amount must match what is stored; then one batch runs
 * all handlers. After a database restore, a lost payment replaces a cancelled stored one, and a lost order is rebuilt
 * from its payment. Throws Conflict when the order kept changing, and PaymentsUnavailable.
 */
export async function settleOrder(ctx: Context, proof: PaymentState | FreeOrder): Promise<SettleOutcome> {
  authorize(ctx, "checkout.settle");
  if (proof.kind !== "free" && proof.status !== "succeeded") return "open";
  if (proof.kind === "payment" && proof.metadata.subscription_id) return await settleAnyRenewal(ctx, proof);
  const orderId = proof.kind === "free" ? proof.orderId : proof.metadata.order_id;
  if (!orderId) return "foreign";
  const attempt = async (): Promise<SettleOutcome | typeof READ_AGAIN> => {
    const details = await readForSettlement(ctx, orderId);
    if (!details) {
      const reason = proof.kind === "free" ? "This order does not exist" : await rebuildOrder(ctx, proof);
      if (reason === null) return READ_AGAIN;
      if (proof.kind === "payment") await recordUnmatchedPayment(ctx, proof, reason);
      else await recordRefusedPayment(ctx, { proof, order: null, reason });
      return "refused";
    }
    const { order } = details;
    if (order.payState !== "unpaid" && paidBy(order, proof)) return "already";
    const reason = await mismatch(ctx, order, proof);
    if (reason === NOT_ITS_PAYMENT && proof.kind !== "free" && (await adoptPaid(ctx, order, proof))) return READ_AGAIN;
    if (reason) {
      await recordRefusedPayment(ctx, { proof, order, reason });
      return "refused";
    }
    await checkNumbers(ctx);
    await atomicBatch(
      ctx.db,
      await settlementStatements(ctx, {
        ...details,
        paidAt: paidAtOf(ctx, order, proof),
        transactionId: proof.kind === "free" ? "No charge" : proof.id,
        paymentIntentId: proof.kind === "payment" ? proof.id : null,
        setupIntentId: proof.kind === "setup" ? proof.id : null,
        customerId: proof.kind === "free" ? null : proof.customerId,
        paymentMethodId: proof.kind === "free" ? null : proof.paymentMethodId,
      }),
    );
    ctx.after(() => ctx.publish.outboxWaiting());
    return "settled";
  };
  return await retryOnConflict(ctx, attempt);
}

/** If the subscription is missing here, tries to rebuild it from its first order. */
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
  const first = payments.find((payment) => payment.metadata.order_id === orderId && payment.status === "succeeded");
  if (first === undefined) return false;
  // A parallel run may have rebuilt and settled it since this one looked for the subscription.
  return ["settled", "already"].includes(await settleOrder(ctx, first));
}

/** The order, and what its next status depends on, in one round trip. */
async function readForSettlement(ctx: Context, orderId: string) {
  const { db } = ctx;
  const [[row], lines, entries, fields] = await db.batch([
    db
      .select({
        order: orders,
        client: { email: users.email, firstName: users.firstName, lastName: users.lastName, timeZone: users.timeZone },
      })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.clientId))
      .where(eq(orders.id, orderId)),
    db
      .select({
        id: orderItems.id,
        packageId: orderItems.packageId,
        packageName: orderItems.packageName,
        quantity: orderItems.quantity,
        lineTotal: orderItems.lineTotal,
        tracking: packages.tracking,
      })
      .from(orderItems)
      .innerJoin(packages, eq(packages.id, orderItems.packageId))
      .where(eq(orderItems.orderId, orderId))
      .orderBy(asc(orderItems.sequence)),
    db
      .select({ packageId: orderEntries.packageId, items: orderEntries.items })
      .from(orderEntries)
      .where(eq(orderEntries.orderId, orderId))
      .orderBy(asc(orderEntries.createdAt), asc(orderEntries.id)),
    db
      .select({ id: intakeFields.id, mandatory: intakeFields.mandatory })
      .from(intakeFields)
      .innerJoin(orders, eq(orders.serviceId, intakeFields.serviceId))
      .where(eq(orders.id, orderId)),
  ]);
  if (!row) return null;
  const placements = soldPlacements({ order: row.order, lines, prefilled: prefilledByEntries(entries) }, clockAt(ctx));
  return {
    ...row,
    placements,
    nextStatus: statusWhenPaid({ fields, lines, placements, entries, hasUpload: row.order.uploadKey !== null }),
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

/** Why this payment does not pay this order, or null when it does. */
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

/** True for the stored intent, or the intent of the stored hosted page. */
async function isPayableOf(ctx: Context, order: OrderRow, proof: PaymentState): Promise<boolean> {
  if (order.checkoutSessionId) {
    const session = await ctx.payments.retrieveHostedCheckout(order.account, order.checkoutSessionId);
    return proof.id === (proof.kind === "payment" ? session.paymentIntentId : session.setupIntentId);
  }
  return proof.id === (proof.kind === "payment" ? order.paymentIntentId : order.setupIntentId);
}
