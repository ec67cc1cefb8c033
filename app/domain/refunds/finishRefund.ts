import type { Context } from "../context";
import { PaymentFailed } from "../errors";
import type { StoredOrder } from "../orders/editableOrder";
import { failRefund, type RefundRow, writeRefunds } from "./writeRefunds";

type PaidOrder = Pick<StoredOrder, "id" | "account"> & { paymentIntentId: string };

/**
 * Has the provider make a refund that is held here, and writes down its answer. Refused, it holds nothing any more, and
 * PaymentFailed says why. Throws PaymentsUnavailable: it is held on, and the next look at it finds out what became of it.
 */
export async function sendRefund(ctx: Context, order: PaidOrder, refund: RefundRow): Promise<void> {
  const { account, paymentIntentId } = order;
  try {
    const given = await ctx.payments.createRefund({
      account,
      paymentIntentId,
      amount: refund.amount,
      metadata: { order_id: order.id, refund_id: refund.id },
      key: `refund:${refund.id}`,
    });
    await writeRefunds(ctx, order.id, [given]);
  } catch (error) {
    if (!(error instanceof PaymentFailed)) throw error;
    await failRefund(ctx, refund, error.message);
    // It knows of something that is not known here.
    await writeRefunds(ctx, order.id, await ctx.payments.refundsOf(account, paymentIntentId));
    throw error;
  }
}

/** The same for one that was begun before: what the provider made of it meanwhile is looked at first. */
export async function finishRefund(ctx: Context, order: PaidOrder, refund: RefundRow): Promise<void> {
  const given = await ctx.payments.refundsOf(order.account, order.paymentIntentId);
  const made = refund.providerId !== null || given.some(({ metadata }) => metadata.refund_id === refund.id);
  if (made) await writeRefunds(ctx, order.id, given);
  else await sendRefund(ctx, order, refund);
}
