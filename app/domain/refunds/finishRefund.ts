import type { Context } from "../context";
import { PaymentFailed } from "../errors";
import type { StoredOrder } from "../orders/editableOrder";
import { failRefund, type RefundRow, writeRefunds } from "./writeRefunds";

type PaidOrder = Pick<StoredOrder, "id" | "account"> & { paymentIntentId: string };

/**
 * Sends a reserved refund to the provider and records the outcome. A rejection releases the amount and throws
 * PaymentFailed with the reason. Throws PaymentsUnavailable and keeps the amount reserved; the next attempt checks
 * the outcome first.
 */
export async function sendRefund(ctx: Context, order: PaidOrder, refund: RefundRow): Promise<void> {
  const { account, paymentIntentId } = order;
  try {
    const reported = await ctx.payments.createRefund({
      account,
      paymentIntentId,
      amount: refund.amount,
      metadata: { order_id: order.id, refund_id: refund.id },
      key: `refund:${refund.id}`,
    });
    await writeRefunds(ctx, order.id, [reported]);
  } catch (error) {
    if (!(error instanceof PaymentFailed)) throw error;
    await failRefund(ctx, refund, error.message);
    // The rejection means that the provider has refunds unknown here.
    await writeRefunds(ctx, order.id, await ctx.payments.refundsOf(account, paymentIntentId));
    throw error;
  }
}

/** Resumes an earlier refund: checks first whether the provider already made it. */
export async function finishRefund(ctx: Context, order: PaidOrder, refund: RefundRow): Promise<void> {
  const reported = await ctx.payments.refundsOf(order.account, order.paymentIntentId);
  const made = refund.providerId !== null || reported.some(({ metadata }) => metadata.refund_id === refund.id);
  if (made) await writeRefunds(ctx, order.id, reported);
  else await sendRefund(ctx, order, refund);
}
