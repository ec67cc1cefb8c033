import type { BatchStatement } from "~db/client.server";
import { activateClientOnPaid } from "../clients/activateClientOnPaid";
import { creditAffiliateOnPaid } from "../commissions/creditAffiliateOnPaid";
import type { Context } from "../context";
import { countCouponUseOnPaid } from "../coupons/couponUses";
import { issueInvoiceOnPaid } from "../invoices/issueInvoiceOnPaid";
import type { OrderPaidHandler, Settlement } from "../orderPaid";
import { markOrderPaid } from "../orders/markOrderPaid";
import { notifyOnPaid } from "../orders/notifyOnPaid";
import { recordOrderPaid } from "../orders/recordOrderPaid";
import { sendReceiptOnPaid } from "../orders/sendReceiptOnPaid";
import { insertPlacementsOnPaid } from "../placements/insertPlacementsOnPaid";
import { advanceSubscriptionOnPaid } from "../subscriptions/advanceSubscriptionOnPaid";
import { startSubscriptionOnPaid } from "../subscriptions/startSubscriptionOnPaid";

/**
 * What each noun does when an order is paid. markOrderPaid comes first because its precondition guards the whole
 * batch.
 */
const orderPaidHandlers: readonly OrderPaidHandler[] = [
  markOrderPaid,
  insertPlacementsOnPaid,
  issueInvoiceOnPaid,
  countCouponUseOnPaid,
  startSubscriptionOnPaid,
  advanceSubscriptionOnPaid,
  activateClientOnPaid,
  creditAffiliateOnPaid,
  notifyOnPaid,
  sendReceiptOnPaid,
  recordOrderPaid,
];

/**
 * The batch that marks an order as paid. It fails with PreconditionFailed when the order, or what a handler read, has
 * changed since. Also works for an order inserted as unpaid earlier in the same batch.
 */
export async function settlementStatements(ctx: Context, settlement: Settlement): Promise<BatchStatement[]> {
  return (await Promise.all(orderPaidHandlers.map((contribute) => contribute(ctx, settlement)))).flat();
}
