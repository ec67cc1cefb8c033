import { and, eq } from "drizzle-orm";
import { paths } from "~/paths";
import { orders } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict, NotFound } from "../errors";
import { PaymentsUnavailable } from "../ports";
import { recordReversals } from "../refunds/recordReversals";
import { adoptPayment } from "./adoptPayment";
import { closePayable, paymentIsBusy } from "./closePayable";
import { forPaymentCustomer } from "./forPaymentCustomer";
import { paymentDescription } from "./openPayment";
import { toHostedMetadata } from "./orderMetadata";
import { INVALID_ORDER, type OrderRow, ownOrder } from "./ownOrder";
import { isToBePaid, nextPayableKey, storePayable } from "./payable";
import { paymentMetadata } from "./paymentMetadata";
import { settleOrder } from "./settleOrder";

/** Where to redirect: the provider's page, or the order when nothing is left to pay. */
export interface HostedPayment {
  url: string;
  paid: boolean;
}

const TRIES = 6;

/**
 * Payment without client-side script: the provider's hosted page for the stored amount, which returns to the success
 * page or the order. Cancels an open intent first and reuses an open page. Owner only, else NotFound 'Invalid Order'.
 * Throws Conflict for a cancelled order or a payment in progress, and PaymentsUnavailable.
 */
export async function payOrderHosted(ctx: Context, orderId: string): Promise<HostedPayment> {
  authorize(ctx, "checkout.order");
  await ownOrder(ctx, orderId);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const order = await ctx.db.select().from(orders).where(eq(orders.id, orderId)).get();
    if (!order) throw new NotFound(INVALID_ORDER);
    if (order.payState !== "unpaid") return { url: ctx.siteUrl + paths.checkoutSuccess(order.id), paid: true };
    if (!isToBePaid(order)) throw new Conflict("This order was cancelled and can no longer be paid.");
    if (order.total === 0 && order.paymentType === "DIRECT") {
      await settleOrder(ctx, { kind: "free", orderId });
      continue;
    }
    const open = await openPage(ctx, order);
    if (open) return { url: open, paid: false };
    const closed = await closePayable(ctx, order);
    if (closed.result === "busy") throw paymentIsBusy();
    if (closed.result === "succeeded") {
      const outcome = await settleOrder(ctx, closed.state);
      if (outcome === "refused") throw new Conflict("We are checking your payment. Please contact us.");
      await recordReversals(ctx, closed.state);
      continue;
    }
    if (await adoptPayment(ctx, order)) continue;
    const page = await createPage(ctx, order);
    if (await storePayable(ctx, order, { checkoutSessionId: page.id })) {
      if (page.url) return { url: page.url, paid: false };
      continue;
    }
    await closeUnlessStored(ctx, order, page.id);
  }
  throw new PaymentsUnavailable("The order's payment changed repeatedly");
}

async function openPage(ctx: Context, order: OrderRow): Promise<string | null> {
  if (!order.checkoutSessionId) return null;
  const page = await ctx.payments.retrieveHostedCheckout(order.account, order.checkoutSessionId);
  return page.url;
}

async function createPage(ctx: Context, order: OrderRow) {
  const metadata = toHostedMetadata(await paymentMetadata(ctx, order));
  return await forPaymentCustomer(ctx, order.clientId, order.account, (customerId, keyEnd) =>
    ctx.payments.createHostedCheckout({
      account: order.account,
      mode: order.total === 0 ? "setup" : "payment",
      amount: order.total,
      customerId,
      description: paymentDescription(order),
      saveCard: order.paymentType === "SUBSCRIPTION",
      metadata,
      successUrl: ctx.siteUrl + paths.checkoutSuccess(order.id),
      cancelUrl: ctx.siteUrl + paths.order(order.id),
      key: nextPayableKey(order, "session") + keyEnd,
    }),
  );
}

/** Another call won. Usually it stored this same page; one that is not stored must not stay open. */
async function closeUnlessStored(ctx: Context, order: OrderRow, sessionId: string) {
  const stored = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, order.id), eq(orders.checkoutSessionId, sessionId)))
    .get();
  if (!stored) await ctx.payments.expireHostedCheckout(order.account, sessionId);
}
