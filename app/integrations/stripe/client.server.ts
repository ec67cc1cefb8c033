import Stripe from "stripe";
import type { PaymentAccount } from "~/domain/ports/payments";
import type { PaymentMode } from "../paymentMode.server";
import { isServerError } from "../stripeErrors.server";
import type { stripeResources } from "./resources";
import { type SendBudget, sendWithin } from "./sendWithin";

export type StripeClient = Pick<Stripe, (typeof stripeResources)[number] | "webhooks">;

export type ClientOf = (account: PaymentAccount) => StripeClient;

/** Upper bound for one second's events and for a listing of refunds or disputes. */
export const MAX_LISTED = 10_000;

/** Expands the charge, whose time is needed. */
export const WITH_CHARGE = { expand: ["latest_charge"] };

/** Stripe uses whole seconds. */
export const secondsBetween = (from: number, until: number) => ({
  gte: Math.floor(from / 1000),
  lte: Math.floor(until / 1000),
});

export function openClient(mode: PaymentMode, account: PaymentAccount, budget: SendBudget): StripeClient {
  const send: typeof fetch =
    mode.mode === "sandbox"
      ? (request, init) => mode.sandbox.fetch(request as RequestInfo, init as RequestInit) as Promise<Response>
      : mode.send;
  return new Stripe(mode.keys[account].secretKey, {
    apiVersion: "2026-10-28.endive",
    httpClient: Stripe.createFetchHttpClient(sendWithin(send, budget)),
    // Tries and time are bounded by the budget, which also covers 429.
    maxNetworkRetries: 0,
    timeout: 80_000,
    telemetry: false,
  });
}

/**
 * Creates an object under the caller's key. Stripe repeats a server error for its key for a day, so one more key is
 * tried. An object from the first attempt is inert, because no client has its secret.
 */
export async function keyed<T>(key: string, create: (options: Stripe.RequestOptions) => Promise<T>): Promise<T> {
  try {
    return await create({ idempotencyKey: key });
  } catch (error) {
    if (!isServerError(error)) throw error;
    return await create({ idempotencyKey: `${key}:again` });
  }
}
