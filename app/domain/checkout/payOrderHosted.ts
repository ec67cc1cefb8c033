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
import { KEEP_CARD } from "../ports/payments";
import { paymentDescription } from "./paymentDescription";
import { preparePayable } from "./preparePayable";

/** Where to redirect: the provider's page, or the order when nothing is left to pay. */
export interface HostedPayment {
  url: string;
  paid: boolean;
}

interface PageChoice {
  keepCard?: boolean;
  cancelPath?: string;
}

/**
 * Payment without client-side script: the provider's hosted page for the stored amount, which returns to the success
 * page, or to `cancelPath`, by default the order. `keepCard` keeps the card for the next checkout, so a page that was
 * opened without it is replaced.
 * Owner only, else NotFound 'Invalid Order'. Throws as preparePayable does.
 */
export async function payOrderHosted(
  ctx: Context,
  orderId: string,
  { keepCard = false, cancelPath }: PageChoice = {},
): Promise<HostedPayment> {
  authorize(ctx, "checkout.order");
  await ownOrder(ctx, orderId);
  return await preparePayable<HostedPayment>(ctx, orderId, {
    paid: (order) => ({ url: ctx.siteUrl + paths.checkoutSuccess(order.id), paid: true }),
    async reuse(order) {
      const url = await openPage(ctx, order, keepCard);
      return url ? { url, paid: false } : null;
    },
    async create(order) {
      const page = await createPage(ctx, order, { keepCard, cancelPath });
      return {
        payable: { checkoutSessionId: page.id },
        answer: page.url ? { url: page.url, paid: false } : null,
        discard: () => expireUnlessStored(ctx, order, page.id),
      };
    },
  });
}

/** A subscription's card is kept in any case. */
const keeps = (order: OrderRow, keepCard: boolean) => keepCard && order.paymentType === "DIRECT";

async function openPage(ctx: Context, order: OrderRow, keepCard: boolean): Promise<string | null> {
  if (!order.checkoutSessionId) return null;
  const page = await ctx.payments.retrieveHostedCheckout(order.account, order.checkoutSessionId);
  return KEEP_CARD in page.metadata === keeps(order, keepCard) ? page.url : null;
}

async function createPage(ctx: Context, order: OrderRow, { keepCard = false, cancelPath }: PageChoice) {
  const metadata = toHostedMetadata(await paymentMetadata(ctx, order));
  return await forPaymentCustomer(ctx, order.clientId, order.account, (customerId, keyEnd) =>
    ctx.payments.createHostedCheckout({
      account: order.account,
      mode: order.total === 0 ? "setup" : "payment",
      amount: order.total,
      customerId,
      description: paymentDescription(order),
      statementText: order.statementText,
      saveCard: order.paymentType === "SUBSCRIPTION",
      keepCard: keeps(order, keepCard),
      metadata,
      successUrl: ctx.siteUrl + paths.checkoutSuccess(order.id),
      cancelUrl: ctx.siteUrl + (cancelPath ?? paths.order(order.id)),
      key:
        nextPayableKey(order, "session") +
        (keeps(order, keepCard) ? ":keep" : "") +
        (cancelPath ? ":back" : "") +
        keyEnd,
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
