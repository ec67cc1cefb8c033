import { and, eq } from "drizzle-orm";
import { webhookEvents } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { recordDisputes } from "../disputes/recordDisputes";
import { countDecline } from "../payments/limitDeclines";
import type { HostedCheckout, PaymentEvent, PaymentState } from "../ports/payments";
import { recordRefunds } from "../refunds/recordRefunds";
import { recordOwnersDecline } from "../renewals/openRenewalPayment";
import { takeCardOfSetup } from "../renewals/takeCardOfSetup";
import { markPaymentFailed } from "../settlement/markPaymentFailed";
import { settleOrder } from "../settlement/settleOrder";
import { settleUnmatchedRenewals } from "./settleUnmatchedRenewals";

const LATE_MS = 10 * 60_000;

/**
 * Applies one provider event. Runs the idempotent work before storing the event id, so a crash in between repeats the
 * work. Late events never undo a later state, and unknown types do nothing. An event that no webhook brought, but a
 * later reading, is stored with its time: many of them mean that webhooks are down. Throws PaymentsUnavailable and
 * database errors; the event must then be delivered again.
 */
export async function applyPaymentEvent(
  ctx: Context,
  event: PaymentEvent,
  { isRead = false }: { isRead?: boolean } = {},
): Promise<"done" | "known"> {
  authorize(ctx, "checkout.settle");
  const processed = await ctx.db
    .select({ id: webhookEvents.id, missedAt: webhookEvents.missedAt })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.id, event.id), eq(webhookEvents.account, event.account)))
    .get();
  if (processed) {
    // The webhook came after all.
    if (!isRead && processed.missedAt !== null)
      await ctx.db.update(webhookEvents).set({ missedAt: null }).where(eq(webhookEvents.id, event.id));
    return "known";
  }
  // A webhook needs a moment.
  const missedAt = isRead && event.createdAt <= ctx.now - LATE_MS ? event.createdAt : null;
  await work(ctx, event);
  await ctx.db
    .insert(webhookEvents)
    .values({ id: event.id, account: event.account, type: event.type, receivedAt: ctx.now, missedAt })
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
      else if (event.payment) await recordOrderDecline(ctx, event.payment);
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
    // A cancelled intent or expired page leaves the order unpaid, so the buyer can resume it with a new one.
    case "payment_intent.canceled":
    case "checkout.session.expired":
      return;
  }
}

async function recordOrderDecline(ctx: Context, payment: PaymentState): Promise<void> {
  await markPaymentFailed(ctx, payment);
  if (payment.metadata.order_id) await countDecline(ctx, payment.metadata.order_id);
}

/** The session only names the payment, so read its state from the provider. */
async function settleHosted(ctx: Context, { account, paymentIntentId, setupIntentId }: HostedCheckout): Promise<void> {
  if (paymentIntentId) await settleOrder(ctx, await ctx.payments.retrievePayment(account, paymentIntentId));
  else if (setupIntentId) await applySetup(ctx, await ctx.payments.retrieveSetup(account, setupIntentId));
}

/** A setup intent belongs to a subscription's new card, or to an order with nothing to pay. */
async function applySetup(ctx: Context, setup: PaymentState): Promise<void> {
  if (setup.metadata.subscription_id) return await takeCardOfSetup(ctx, setup);
  await settleOrder(ctx, setup);
  await settleUnmatchedRenewals(ctx, setup);
}
