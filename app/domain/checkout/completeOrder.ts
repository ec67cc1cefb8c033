import { authorize } from "../access";
import type { Context } from "../context";
import type { CompletedOrder } from "./checkoutAnswers";
import { ownOrder } from "./ownOrder";
import { isToBePaid } from "./payable";
import { settleFromProvider } from "./settleFromProvider";

/**
 * After the browser has paid: asks the provider, settles, and answers how the order stands. Harmless when repeated; the
 * browser's own word counts for nothing. Owner only, else NotFound 'Invalid Order'. Throws PaymentsUnavailable.
 */
export async function completeOrder(ctx: Context, orderId: string): Promise<CompletedOrder> {
  authorize(ctx, "checkout.complete");
  const before = await ownOrder(ctx, orderId);
  // A cancelled order may have been paid just before: the provider knows.
  const open =
    isToBePaid(before) || (before.status === "Cancelled" && before.payState === "unpaid" && before.total > 0);
  const asked = open ? await settleFromProvider(ctx, before) : null;
  const order = asked ? await ownOrder(ctx, orderId) : before;
  return {
    orderId: order.number,
    orderSystemId: order.id,
    status: order.status,
    paid: order.payState !== "unpaid",
    declined: order.payState === "unpaid" ? (asked?.state?.decline?.message ?? null) : null,
    pending: order.payState === "unpaid" && (asked?.state?.status === "processing" || asked?.outcome === "refused"),
  };
}
