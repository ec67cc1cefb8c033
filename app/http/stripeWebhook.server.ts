import type { PaymentAccount } from "~/domain/catalogue/serviceTypes";
import { applyPaymentEvent } from "~/domain/checkout/applyPaymentEvent";
import type { Context } from "~/domain/context";
import { type PaymentEvent, UnverifiedEvent } from "~/domain/ports";
import { boundedText } from "~/files/boundedBody";
import { logFault } from "./logFault.server";

/** Stripe's largest events are far below this. */
const MAX_BODY_BYTES = 1_000_000;

/**
 * POST /webhooks/stripe/{account}: signature by that account's secret, then the work, then 200; unknown types are 200
 * too. 400 for what the provider did not sign or sent too long ago (300 s); 503 when the work could not be done, so
 * that it comes again (rules.md payments/webhooks).
 */
export async function handleStripeWebhook(ctx: Context, account: PaymentAccount, request: Request): Promise<Response> {
  if (request.method !== "POST") return said("Only POST", 405, { Allow: "POST" });
  // The signature is of the bytes as they came.
  const rawBody = await boundedText(request, MAX_BODY_BYTES);
  if (rawBody === null) return said("Too large", 413);
  let event: PaymentEvent;
  try {
    event = await ctx.payments.readEvent(account, rawBody, request.headers.get("Stripe-Signature"));
  } catch (error) {
    if (error instanceof UnverifiedEvent) return said("Signature refused", 400);
    throw error;
  }
  try {
    const result = await applyPaymentEvent({ ...ctx, actor: { kind: "system", name: "Card provider" } }, event);
    return said(result, 200);
  } catch (error) {
    logFault(error);
    return said("Please send it again", 503);
  }
}

const said = (text: string, status: number, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: { ...headers, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
