import { applyPaymentEvent } from "~/domain/billing/applyPaymentEvent";
import type { Context } from "~/domain/context";
import { UnverifiedEvent } from "~/domain/ports/paymentFailures";
import type { PaymentAccount, PaymentEvent } from "~/domain/ports/payments";
import { boundedText } from "~/files/boundedBody";
import { logFault, logRefusal } from "~/integrations/log.server";

/** Far above Stripe's largest events. */
const MAX_BODY_BYTES = 1_000_000;

/**
 * POST /webhooks/stripe/{account}: verifies the signature with that account's secret, processes the event, returns
 * 200, also for unknown types. Returns 400 for a wrong signature or one older than 300 s, and 503 when processing
 * fails, so that Stripe retries (rules.md payments/webhooks).
 */
export async function handleStripeWebhook(ctx: Context, account: PaymentAccount, request: Request): Promise<Response> {
  if (request.method !== "POST") return textResponse("Only POST", 405, { Allow: "POST" });
  // The signature covers the raw bytes.
  const rawBody = await boundedText(request, MAX_BODY_BYTES);
  if (rawBody === null) return textResponse("Too large", 413);
  let event: PaymentEvent;
  try {
    event = await ctx.payments.readEvent(account, rawBody, request.headers.get("Stripe-Signature"));
  } catch (error) {
    if (!(error instanceof UnverifiedEvent)) throw error;
    logRefusal(`webhook of the ${account} account without a valid signature`);
    return textResponse("Signature refused", 400);
  }
  try {
    const result = await applyPaymentEvent({ ...ctx, actor: { kind: "system", name: "Card provider" } }, event);
    return textResponse(result, 200);
  } catch (error) {
    logFault(error);
    return textResponse("Please send it again", 503);
  }
}

const textResponse = (text: string, status: number, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: { ...headers, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
