import { and, eq } from "drizzle-orm";
import { webhookEvents } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { recordDisputes } from "../disputes/recordDisputes";
import type { HostedCheckout, PaymentEvent, PaymentState } from "../ports";
import { recordRefunds } from "../refunds/recordRefunds";
import { recordOwnersDecline } from "../subscriptions/openRenewalPayment";
import { takeCardOfSetup } from "../subscriptions/takeCardOfSetup";
import { markPaymentFailed } from "./markPaymentFailed";
import { settleOrder } from "./settleOrder";

/**
 * Acts on one event of the provider, once: the work first, which is harmless when repeated, then its id, so that a crash
 * in between repeats the work. Later states are never undone by earlier events; unknown types are nothing to do. Throws
 * PaymentsUnavailable and database faults: the event then has to come again.
 */
export async function applyPaymentEvent(ctx: Context, event: PaymentEvent): Promise<"done" | "known"> {
  authorize(ctx, "checkout.settle");
  const known = await ctx.db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.id, event.id), eq(webhookEvents.account, event.account)))
    .get();
  if (known) return "known";
  await work(ctx, event);
  await ctx.db
    .insert(webhookEvents)
    .values({ id: event.id, account: event.account, type: event.type, receivedAt: ctx.now })
    .onConflictDoNothing();
  return "done";
}

async function work(ctx: Context, event: PaymentEvent): Promise<void> {
  switch (event.type) {
    case "payment_intent.succeeded":
      if (event.payment) await settleOrder(ctx, event.payment);
      return;
    case "setup_intent.succeeded":
      if (event.payment) await applySetup(ctx, event.payment);
      return;
    case "payment_intent.payment_failed":
      if (event.payment?.metadata.subscription_id) await recordOwnersDecline(ctx, event.payment);
      else if (event.payment) await markPaymentFailed(ctx, event.payment);
      return;
    case "checkout.session.completed":
      if (event.hosted) await settleHosted(ctx, event.hosted);
      return;
    case "charge.refunded":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      if (event.refunded) await recordRefunds(ctx, event.refunded);
      return;
    case "charge.dispute.created":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_reinstated":
      if (event.disputed) await recordDisputes(ctx, event.disputed);
      return;
    // A cancelled intent and an expired page leave the order as it is: still unpaid, and resumable with a new one.
    case "payment_intent.canceled":
    case "checkout.session.expired":
      return;
  }
}

/** The session names the payment; how it stands, only the provider says. */
async function settleHosted(ctx: Context, { account, paymentIntentId, setupIntentId }: HostedCheckout): Promise<void> {
  if (paymentIntentId) await settleOrder(ctx, await ctx.payments.retrievePayment(account, paymentIntentId));
  else if (setupIntentId) await applySetup(ctx, await ctx.payments.retrieveSetup(account, setupIntentId));
}

/** A set-up is of a subscription's new card, or of an order with nothing to pay. */
async function applySetup(ctx: Context, setup: PaymentState): Promise<void> {
  if (setup.metadata.subscription_id) await takeCardOfSetup(ctx, setup);
  else await settleOrder(ctx, setup);
}
