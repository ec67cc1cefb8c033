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
import { advanceSubscriptionOnPaid } from "../subscriptions/advanceSubscriptionOnPaid";
import { startSubscriptionOnPaid } from "../subscriptions/startSubscriptionOnPaid";

/**
 * What each noun does when an order is paid. markOrderPaid comes first because its precondition guards the whole
 * batch.
 */
const orderPaidHandlers: readonly OrderPaidHandler[] = [
  markOrderPaid,
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
 * The batch that marks an order as paid. Throws PreconditionFailed when the order was paid or changed since it was
 * read. Also works for an order inserted as unpaid earlier in the same batch.
 */
export const settlementStatements = (ctx: Context, settlement: Settlement): BatchStatement[] =>
  orderPaidHandlers.flatMap((contribute) => contribute(ctx, settlement));
