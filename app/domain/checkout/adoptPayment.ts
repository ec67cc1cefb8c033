import type { Context } from "../context";
import type { PaymentState } from "../ports";
import { findForgottenPayment } from "./findForgottenPayment";
import { knownCustomer } from "./forPaymentCustomer";
import type { OrderRow } from "./ownOrder";
import { storePayable } from "./payable";

/**
 * Stores the provider's own payment of an order that has none that can be used: this database was restored, or an answer
 * was lost. Null when there is none; the caller reads the order again otherwise. Throws PaymentsUnavailable.
 */
export async function adoptPayment(ctx: Context, order: OrderRow): Promise<PaymentState | null> {
  const { id, account, total, createdAt } = order;
  // Made by this request, it cannot have been paid before.
  if (total === 0 || createdAt === ctx.now) return null;
  const customerId = await knownCustomer(ctx, order.clientId, account);
  if (!customerId) return null;
  const wanted = { account, customerId, since: createdAt, amount: total, metadata: { order_id: id } };
  const forgotten = await findForgottenPayment(ctx, wanted);
  if (forgotten) await storePayable(ctx, order, { paymentIntentId: forgotten.id });
  return forgotten;
}
