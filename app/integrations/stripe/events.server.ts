import Stripe from "stripe";
import { UnverifiedEvent } from "~/domain/ports/paymentFailures";
import type { Payments } from "~/domain/ports/payments";
import type { PaymentMode } from "../paymentMode.server";
import { ask } from "../stripeErrors.server";
import { paymentEvent } from "../stripeStates.server";
import { type ClientOf, MAX_LISTED, secondsBetween } from "./client.server";

const WEBHOOK_TOLERANCE_SECONDS = 300;

const eventTypes = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "checkout.session.completed",
  "checkout.session.expired",
  "setup_intent.succeeded",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_reinstated",
] as const satisfies Stripe.EventListParams["types"];

/** `now` (ms UTC) is used to check the age of webhooks. */
export const eventCalls = (
  client: ClientOf,
  mode: () => PaymentMode,
  now: number,
): Pick<Payments, "eventsBetween" | "retrieveEvent" | "readEvent"> => ({
  eventsBetween: (account, from, until) =>
    ask(async () => {
      const params = { created: secondsBetween(from, until), types: [...eventTypes], limit: 100 };
      const page = await client(account).events.list(params);
      if (page.has_more && until - from > 1000) return null;
      const events = page.has_more
        ? await client(account).events.list(params).autoPagingToArray({ limit: MAX_LISTED })
        : page.data;
      return events.map((event) => paymentEvent(account, event)).reverse();
    }),

  retrieveEvent: (account, id) => ask(async () => paymentEvent(account, await client(account).events.retrieve(id))),

  async readEvent(account, rawBody, signature) {
    const stripe = client(account);
    const event = await stripe.webhooks
      .constructEventAsync(
        rawBody,
        signature ?? "",
        mode().keys[account].webhookSecret,
        WEBHOOK_TOLERANCE_SECONDS,
        Stripe.createSubtleCryptoProvider(),
        now,
      )
      .catch((error) => {
        throw new UnverifiedEvent("This event was not signed for this account", { cause: error });
      });
    return paymentEvent(account, event);
  },
});
