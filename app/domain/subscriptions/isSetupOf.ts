import { knownCustomer } from "../checkout/forPaymentCustomer";
import type { Context } from "../context";
import type { PaymentState } from "../ports";
import type { SubscriptionRow } from "./cardAccess";

/**
 * Whether a set-up of the subscription's account was begun for it, with the customer record that it is charged by or, where
 * that was deleted at the provider, with the one that took its place.
 */
export async function isSetupOf(
  ctx: Context,
  { id, clientId, account, customerId }: SubscriptionRow,
  setup: PaymentState,
): Promise<boolean> {
  if (setup.metadata.subscription_id !== id || !setup.customerId) return false;
  return setup.customerId === customerId || setup.customerId === (await knownCustomer(ctx, clientId, account));
}
