import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { ownOrder } from "../orders/ownOrder";
import { paymentIsBusy } from "../payments/closePayable";
import { closeUnpaidOrder, isRequestedByStaff } from "./closeUnpaidOrders";

export const REPLACED = "Replaced by a later checkout";
const DISCARDED = "Discarded by the client";

/**
 * A customer closes their own unpaid order, at the provider first, so that nobody can pay it any more (rules.md
 * orders/unpaid). A closed one stays as it is. Throws NotFound; Conflict for one that is paid or being paid, or that
 * staff created; PaymentsUnavailable.
 */
export async function discardOrder(ctx: Context, id: string, reason = DISCARDED): Promise<void> {
  authorize(ctx, "checkout.order");
  const order = await ownOrder(ctx, id);
  if (order.status === "Cancelled") return;
  if (order.payState !== "unpaid") throw new Conflict("This order is already paid.");
  if (await isRequestedByStaff(ctx, order)) throw new Conflict("Our team asked for this payment. Write us a message.");
  await closeUnpaidOrder(ctx, order, reason);
  const { status, payState } = await ownOrder(ctx, id);
  if (status === "Cancelled") return;
  throw payState === "unpaid" ? paymentIsBusy() : new Conflict("This order was just paid. Reload the page.");
}
