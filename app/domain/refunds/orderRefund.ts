import { authorize } from "../access";
import type { Context } from "../context";
import type { Cents } from "../money";
import { orderCancellation } from "../orders/orderCancellation";
import type { OrderStatus, PayState } from "../orders/orderStates";
import { leftOf, refusedByDispute } from "./refundOrder";
import { disputedSum, heldSum, readRefunds, succeededSum } from "./writeRefunds";

/** What refunding an order would mean, in figures. Cents. */
export interface OrderRefund {
  id: string;
  number: number;
  version: number;
  status: OrderStatus;
  payState: PayState;
  total: Cents;
  refunded: Cents;
  /** Asked for, and not yet confirmed by the bank. */
  underWay: Cents;
  /** What can still be given back. */
  left: Cents;
  /** Why nothing can be refunded while a dispute holds the money; null when it can. */
  refused: string | null;
  /** Paid at the card provider, which gives it back; else a refund is a record only. */
  byCard: boolean;
  /** Whether a subscription goes on beside it. */
  subscription: boolean;
}

/** SuperAdmin and Admin: what the refund dialog says. Throws NotFound. */
export async function orderRefund(ctx: Context, id: string): Promise<OrderRefund> {
  authorize(ctx, "orders.refund");
  const [{ order, rows }, { subscription }] = await Promise.all([readRefunds(ctx, id), orderCancellation(ctx, id)]);
  const refunded = succeededSum(rows);
  const disputed = disputedSum(rows);
  const { number, version, status, payState, total } = order;
  return {
    ...{ id, number, version, status, payState, total, refunded },
    underWay: heldSum(rows) - refunded,
    left: leftOf(order, rows),
    refused: disputed > 0 ? refusedByDispute(disputed) : null,
    byCard: order.paymentIntentId !== null,
    subscription: subscription !== null,
  };
}
