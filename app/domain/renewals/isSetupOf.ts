import type { Context } from "../context";
import type { SubscriptionRow } from "../orderPaid";
import { knownCustomer } from "../payments/forPaymentCustomer";
import type { PaymentState } from "../ports/payments";

/**
 * Whether a setup belongs to the subscription: same account and customer record or, if that was deleted at the
 * provider, its replacement.
 */
export async function isSetupOf(
  ctx: Context,
  { id, clientId, account, customerId }: SubscriptionRow,
  setup: PaymentState,
): Promise<boolean> {
  if (setup.metadata.subscription_id !== id || !setup.customerId) return false;
  return setup.customerId === customerId || setup.customerId === (await knownCustomer(ctx, clientId, account));
}
