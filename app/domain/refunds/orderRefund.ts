import { authorize } from "../access";
import type { Context } from "../context";
import type { Cents } from "../money";
import type { OrderStatus, PayState } from "../orders/orderStates";
import { leftOf } from "./refundOrder";
import { heldSum, readRefunds, succeededSum } from "./writeRefunds";

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
  /** Paid at the card provider, which gives it back; else a refund is a record only. */
  byCard: boolean;
  subscription: boolean;
}

/** SuperAdmin and Admin: what the refund dialog says. Throws NotFound. */
export async function orderRefund(ctx: Context, id: string): Promise<OrderRefund> {
  authorize(ctx, "orders.refund");
  const { order, rows } = await readRefunds(ctx, id);
  const refunded = succeededSum(rows);
  const { number, version, status, payState, total } = order;
  return {
    ...{ id, number, version, status, payState, total, refunded },
    underWay: heldSum(rows) - refunded,
    left: leftOf(order, rows),
    byCard: order.paymentIntentId !== null,
    subscription: order.paymentType === "SUBSCRIPTION",
  };
}
