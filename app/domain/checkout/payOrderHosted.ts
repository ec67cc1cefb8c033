import { and, eq } from "drizzle-orm";
import { paths } from "~/paths";
import { orders } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { OrderRow } from "../orderPaid";
import { toHostedMetadata } from "../orders/orderMetadata";
import { ownOrder } from "../orders/ownOrder";
import { forPaymentCustomer } from "../payments/forPaymentCustomer";
import { nextPayableKey } from "../payments/payable";
import { paymentMetadata } from "../payments/paymentMetadata";
import { paymentDescription } from "./paymentDescription";
import { preparePayable } from "./preparePayable";

/** Where to redirect: the provider's page, or the order when nothing is left to pay. */
export interface HostedPayment {
  url: string;
  paid: boolean;
}

/**
 * Payment without client-side script: the provider's hosted page for the stored amount, which returns to the success
 * page or the order. Owner only, else NotFound 'Invalid Order'. Throws as preparePayable does.
 */
export async function payOrderHosted(ctx: Context, orderId: string): Promise<HostedPayment> {
  authorize(ctx, "checkout.order");
  await ownOrder(ctx, orderId);
  return await preparePayable<HostedPayment>(ctx, orderId, {
    paid: (order) => ({ url: ctx.siteUrl + paths.checkoutSuccess(order.id), paid: true }),
    async reuse(order) {
      const url = await openPage(ctx, order);
      return url ? { url, paid: false } : null;
    },
    async create(order) {
      const page = await createPage(ctx, order);
      return {
        payable: { checkoutSessionId: page.id },
        answer: page.url ? { url: page.url, paid: false } : null,
        discard: () => expireUnlessStored(ctx, order, page.id),
      };
    },
  });
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
async function expireUnlessStored(ctx: Context, order: OrderRow, sessionId: string) {
  const stored = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, order.id), eq(orders.checkoutSessionId, sessionId)))
    .get();
  if (!stored) await ctx.payments.expireHostedCheckout(order.account, sessionId);
}
