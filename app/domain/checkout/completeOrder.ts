import { authorize } from "../access";
import type { Context } from "../context";
import { ownOrder } from "../orders/ownOrder";
import { isToBePaid } from "../payments/payable";
import { settleFromProvider } from "../settlement/settleFromProvider";
import type { CompletedOrder } from "./checkoutTypes";

/**
 * After the browser paid, asks the provider, settles the order and returns its state. Idempotent, and trusts nothing
 * the browser says. Owner only, else NotFound 'Invalid Order'. Throws PaymentsUnavailable.
 */
export async function completeOrder(ctx: Context, orderId: string): Promise<CompletedOrder> {
  authorize(ctx, "checkout.complete");
  const before = await ownOrder(ctx, orderId);
  // A cancelled order may have been paid just before, so ask the provider.
  const open =
    isToBePaid(before) || (before.status === "Cancelled" && before.payState === "unpaid" && before.total > 0);
  const settlement = open ? await settleFromProvider(ctx, before) : null;
  const order = settlement ? await ownOrder(ctx, orderId) : before;
  return {
    orderId: order.number,
    orderSystemId: order.id,
    status: order.status,
    paid: order.payState !== "unpaid",
    declined: order.payState === "unpaid" ? (settlement?.state?.decline?.message ?? null) : null,
    pending:
      order.payState === "unpaid" && (settlement?.state?.status === "processing" || settlement?.outcome === "refused"),
  };
}
