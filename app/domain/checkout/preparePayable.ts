import { eq } from "drizzle-orm";
import { orders } from "~db/schema";
import type { Context } from "../context";
import { recordReversals } from "../disputes/recordReversals";
import { Conflict, NotFound } from "../errors";
import type { OrderRow } from "../orderPaid";
import { INVALID_ORDER } from "../orders/ownOrder";
import { closePayable, paymentIsBusy } from "../payments/closePayable";
import { assertDeclinesLeft } from "../payments/limitDeclines";
import { isToBePaid, type Payable, storePayable } from "../payments/payable";
import { PaymentsUnavailable } from "../ports/paymentFailures";
import { READ_AGAIN, retryOnConflict } from "../retryOnConflict";
import { adoptPayment } from "../settlement/adoptPayment";
import { settleOrder } from "../settlement/settleOrder";

/** How a page pays an order: in the portal with an intent, or on the provider's page. */
interface PaymentKind<Answer> {
  /** The answer for an order that has nothing left to pay. */
  paid(order: OrderRow): Answer;
  /** The stored payable, if it is of this kind and can still be paid. */
  reuse(order: OrderRow): Promise<Answer | null>;
  create(order: OrderRow): Promise<{
    payable: Payable;
    /** Null when it was paid meanwhile. */
    answer: Answer | null;
    /** Closes it at the provider, unless another call stored the same one. */
    discard(): Promise<void>;
  }>;
}

/**
 * Returns what pays the order: the stored payable if still usable, else one that this database lost, else a new one
 * for the stored amount. Closes any other payable first, so only one is open at a time. Parallel calls return the same
 * one. Throws Conflict for a cancelled order or a payment in progress, TooMany after too many declines, and
 * PaymentsUnavailable. The caller must have checked ownership.
 */
export async function preparePayable<Answer>(
  ctx: Context,
  orderId: string,
  kind: PaymentKind<Answer>,
): Promise<Answer> {
  const attempt = async (): Promise<Answer | typeof READ_AGAIN> => {
    const order = await ctx.db.select().from(orders).where(eq(orders.id, orderId)).get();
    if (!order) throw new NotFound(INVALID_ORDER);
    if (order.payState !== "unpaid") return kind.paid(order);
    if (!isToBePaid(order)) throw new Conflict("This order was canceled and can no longer be paid.");
    if (order.total === 0 && order.paymentType === "DIRECT") {
      await settleOrder(ctx, { kind: "free", orderId });
      return READ_AGAIN;
    }
    const open = await kind.reuse(order);
    if (open) return open;
    const closed = await closePayable(ctx, order);
    if (closed.result === "busy") throw paymentIsBusy();
    if (closed.result === "succeeded") {
      if ((await settleOrder(ctx, closed.state)) === "refused")
        throw new Conflict("We are checking your payment. Please contact us.");
      // It was paid before this call, so it may have been refunded since. A saved card moved no money.
      if (closed.state.kind === "payment") await recordReversals(ctx, closed.state);
      return READ_AGAIN;
    }
    if (await adoptPayment(ctx, order)) return READ_AGAIN;
    await assertDeclinesLeft(ctx, order.clientId);
    const { payable, answer, discard } = await kind.create(order);
    if (await storePayable(ctx, order, payable)) return answer ?? READ_AGAIN;
    await discard();
    return READ_AGAIN;
  };
  return await retryOnConflict(ctx, attempt, {
    exhausted: () => new PaymentsUnavailable("The order's payment changed repeatedly"),
    tries: 6,
  });
}
