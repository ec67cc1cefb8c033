import type { BatchStatement } from "~db/client.server";
import { activateClientOnPaid } from "../clients/activateClientOnPaid";
import { creditAffiliateOnPaid } from "../commissions/creditAffiliateOnPaid";
import type { Context } from "../context";
import { countCouponUseOnPaid } from "../coupons/couponUses";
import { recordOrderPaid } from "../history/recordOrderPaid";
import { issueInvoiceOnPaid } from "../invoices/issueInvoiceOnPaid";
import { notifyOnPaid } from "../notifications/notifyOnPaid";
import { sendReceiptOnPaid } from "../notifications/sendReceiptOnPaid";
import { markOrderPaid } from "../orders/markOrderPaid";
import { advanceSubscriptionOnPaid } from "../subscriptions/advanceSubscriptionOnPaid";
import { startSubscriptionOnPaid } from "../subscriptions/startSubscriptionOnPaid";
import type { OrderPaidHandler, Settlement } from "./settlement";

/** What happens when an order is paid, noun by noun. The pay state is first: its guard decides for all others. */
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
 * The batch that makes an order paid. It is taken back as a whole (PreconditionFailed) when the order was paid or changed since
 * it was read. Also for an order inserted as unpaid earlier in the same batch.
 */
export const settlementStatements = (ctx: Context, settlement: Settlement): BatchStatement[] =>
  orderPaidHandlers.flatMap((contribute) => contribute(ctx, settlement));
