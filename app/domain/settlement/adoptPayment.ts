import type { Context } from "../context";
import type { OrderRow } from "../orderPaid";
import { findForgottenPayment } from "../payments/findForgottenPayment";
import { knownCustomer } from "../payments/forPaymentCustomer";
import { storePayable } from "../payments/payable";
import type { PaymentState } from "../ports/payments";

/**
 * For an order whose stored payable is unusable after a database restore or a lost response: finds its payment at the
 * provider and stores it. Returns null when there is none; otherwise the caller reads the order again. Throws
 * PaymentsUnavailable.
 */
export async function adoptPayment(ctx: Context, order: OrderRow): Promise<PaymentState | null> {
  const { id, account, total, createdAt } = order;
  // Placed in this request, so no earlier payment can exist.
  if (total === 0 || createdAt === ctx.now) return null;
  const customerId = await knownCustomer(ctx, order.clientId, account);
  if (!customerId) return null;
  const wanted = { account, customerId, since: createdAt, amount: total, metadata: { order_id: id } };
  const forgotten = await findForgottenPayment(ctx, wanted);
  if (forgotten) await storePayable(ctx, order, { paymentIntentId: forgotten.id });
  return forgotten;
}
