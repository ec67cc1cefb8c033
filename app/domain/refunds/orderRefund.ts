import { authorize } from "../access";
import type { Context } from "../context";
import type { Cents } from "../money";
import { orderCancellation } from "../orders/orderCancellation";
import type { OrderStatus, PayState } from "../orders/orderStates";
import type { PlacementState } from "../placements/placementStates";
import { refundableLinks } from "./refundedLinks";
import { leftOf, refusedByDispute } from "./refundOrder";
import { disputedSum, heldSum, readRefunds, succeededSum } from "./writeRefunds";

/** What refunding an order affects. Cents. */
export interface OrderRefund {
  id: string;
  number: number;
  version: number;
  status: OrderStatus;
  payState: PayState;
  total: Cents;
  refunded: Cents;
  /** Requested, not yet confirmed by the bank. */
  underWay: Cents;
  /** Still refundable. */
  left: Cents;
  /** Why a dispute blocks refunds; null when it does not. */
  refused: string | null;
  /** Paid at the card provider, which refunds it. Otherwise a refund is only recorded. */
  byCard: boolean;
  /** True when a subscription continues regardless of the refund. */
  subscription: boolean;
  /** Links that it can be for, in sequence. */
  links: { id: string; number: string; targetUrl: string; state: PlacementState; share: Cents }[];
}

/** The content of the refund dialog, SuperAdmin and Admin only. Throws NotFound. */
export async function orderRefund(ctx: Context, id: string): Promise<OrderRefund> {
  authorize(ctx, "orders.refund");
  const [{ order, rows }, { subscription }, links] = await Promise.all([
    readRefunds(ctx, id),
    orderCancellation(ctx, id),
    refundableLinks(ctx, id),
  ]);
  const refunded = succeededSum(rows);
  const disputed = disputedSum(rows);
  const { number, version, status, payState, total } = order;
  return {
    id,
    number,
    version,
    status,
    payState,
    total,
    refunded,
    underWay: heldSum(rows) - refunded,
    left: leftOf(order, rows),
    refused: disputed > 0 ? refusedByDispute(disputed) : null,
    byCard: order.paymentIntentId !== null,
    subscription: subscription !== null,
    links: links
      .filter(({ share }) => share > 0)
      .map(({ id: linkId, number: name, targetUrl, state, share }) => ({
        id: linkId,
        number: name,
        targetUrl,
        state,
        share,
      })),
  };
}
