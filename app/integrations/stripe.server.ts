import type { PaymentAccount, Payments } from "~/domain/ports/payments";
import type { PaymentMode } from "./paymentMode.server";
import { accountCalls } from "./stripe/account.server";
import { balanceCalls } from "./stripe/balance.server";
import { openClient, type StripeClient } from "./stripe/client.server";
import { customerCalls } from "./stripe/customers.server";
import { eventCalls } from "./stripe/events.server";
import { evidenceCalls } from "./stripe/evidence.server";
import { hostedCheckoutCalls } from "./stripe/hostedCheckout.server";
import { intentCalls } from "./stripe/intents.server";
import { refundCalls } from "./stripe/refunds.server";
import type { SendBudget } from "./stripe/sendWithin";

/** The provider calls that need the SDK. */
export type PaymentCalls = Omit<Payments, "publishableKey" | "scriptUrl" | "sandbox">;

/**
 * Implements the calls with Stripe's SDK, against Stripe or the card sandbox. `now` (ms UTC) is used to check the age
 * of webhooks. `budget` bounds the time of all calls.
 */
export function stripeCalls(mode: () => PaymentMode, now: number, budget: SendBudget): PaymentCalls {
  const clients = new Map<PaymentAccount, StripeClient>();
  const client = (account: PaymentAccount) => {
    const existing = clients.get(account);
    if (existing) return existing;
    const made = openClient(mode(), account, budget);
    clients.set(account, made);
    return made;
  };
  return {
    ...accountCalls(client, mode),
    ...customerCalls(client),
    ...intentCalls(client),
    ...hostedCheckoutCalls(client),
    ...refundCalls(client),
    ...evidenceCalls(client),
    ...eventCalls(client, mode, now),
    ...balanceCalls(client),
  };
}
