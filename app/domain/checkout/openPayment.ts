import { and, eq } from "drizzle-orm";
import { orders } from "~db/schema";
import type { Context } from "../context";
import { Conflict, NotFound } from "../errors";
import { type PaymentState, PaymentsUnavailable } from "../ports";
import { recordReversals } from "../refunds/recordReversals";
import { adoptPayment } from "./adoptPayment";
import type { PayableOrder } from "./checkoutAnswers";
import { closePayable, paymentIsBusy } from "./closePayable";
import { forPaymentCustomer, knownCustomer } from "./forPaymentCustomer";
import { INVALID_ORDER, type OrderRow } from "./ownOrder";
import { isToBePaid, nextPayableKey, storePayable } from "./payable";
import { paymentMetadata } from "./paymentMetadata";
import { settleOrder } from "./settleOrder";

const TRIES = 6;

/**
 * Returns what the browser needs to pay the order: the stored intent if still usable, else one that this database
 * lost, else a new one for the stored amount. Closes any other payable first, so only one is open at a time. Parallel
 * calls return the same intent. Throws Conflict for a cancelled order, and PaymentsUnavailable. The caller must have
 * checked ownership.
 */
export async function openPayment(ctx: Context, orderId: string): Promise<PayableOrder> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const order = await ctx.db.select().from(orders).where(eq(orders.id, orderId)).get();
    if (!order) throw new NotFound(INVALID_ORDER);
    if (order.payState !== "unpaid") return answer(ctx, order, null);
    if (!isToBePaid(order)) throw new Conflict("This order was cancelled and can no longer be paid.");
    if (order.total === 0 && order.paymentType === "DIRECT") {
      await settleOrder(ctx, { kind: "free", orderId });
      continue;
    }
    const stored = order.checkoutSessionId ? null : await retrieveStored(ctx, order);
    if (stored && isOpen(stored) && (await isPayable(ctx, order, stored))) return answer(ctx, order, stored);
    const closed = await closePayable(ctx, order);
    if (closed.result === "busy") throw paymentIsBusy();
    if (closed.result === "succeeded") {
      await settleOrRefuse(ctx, closed.state);
      // It was paid before this call, so it may have been refunded since.
      await recordReversals(ctx, closed.state);
      continue;
    }
    if (await adoptPayment(ctx, order)) continue;
    const made = await createPayable(ctx, order);
    const payable = made.kind === "payment" ? { paymentIntentId: made.id } : { setupIntentId: made.id };
    if (await storePayable(ctx, order, payable)) return answer(ctx, order, made);
    await closeUnlessStored(ctx, order, made);
  }
  throw new PaymentsUnavailable("The order's payment changed repeatedly");
}

async function settleOrRefuse(ctx: Context, state: PaymentState) {
  const outcome = await settleOrder(ctx, state);
  if (outcome === "refused") throw new Conflict("We are checking your payment. Please contact us.");
}

async function retrieveStored(ctx: Context, order: OrderRow): Promise<PaymentState | null> {
  if (order.paymentIntentId) return await ctx.payments.retrievePayment(order.account, order.paymentIntentId);
  if (order.setupIntentId) return await ctx.payments.retrieveSetup(order.account, order.setupIntentId);
  return null;
}

const isOpen = ({ status }: PaymentState) => status !== "succeeded" && status !== "canceled";

/**
 * False for an intent of a customer that was deleted at the provider and has been replaced: it can no longer be paid.
 */
const isPayable = async (ctx: Context, { clientId, account }: OrderRow, { customerId }: PaymentState) =>
  customerId === ((await knownCustomer(ctx, clientId, account)) ?? customerId);

async function createPayable(ctx: Context, order: OrderRow): Promise<PaymentState> {
  const { account } = order;
  const metadata = await paymentMetadata(ctx, order);
  return await forPaymentCustomer(ctx, order.clientId, account, (customerId, keyEnd) =>
    order.total === 0
      ? ctx.payments.createSetup({ account, customerId, metadata, key: nextPayableKey(order, "setup") + keyEnd })
      : ctx.payments.createPayment({
          account,
          amount: order.total,
          customerId,
          description: paymentDescription(order),
          saveCard: order.paymentType === "SUBSCRIPTION",
          metadata,
          key: nextPayableKey(order, "pi") + keyEnd,
        }),
  );
}

export const paymentDescription = (order: Pick<OrderRow, "number" | "serviceName">) =>
  `Order ${order.number}: ${order.serviceName}`.slice(0, 250);

/** Another call won. Usually it stored this same intent; one that is not stored must not stay open. */
async function closeUnlessStored(ctx: Context, order: OrderRow, made: PaymentState) {
  const column = made.kind === "payment" ? orders.paymentIntentId : orders.setupIntentId;
  const stored = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, order.id), eq(column, made.id)))
    .get();
  if (stored) return;
  if (made.kind === "payment") await ctx.payments.cancelPayment(made.account, made.id);
  else await ctx.payments.cancelSetup(made.account, made.id);
}

const answer = (ctx: Context, order: OrderRow, state: PaymentState | null): PayableOrder => ({
  mode: state === null ? "settled" : state.kind,
  clientSecret: state?.clientSecret ?? null,
  publishableKey: ctx.payments.publishableKey(order.account),
  account: order.account,
  orderId: order.number,
  orderSystemId: order.id,
  status: order.status,
  amount: order.total,
});
