import type Stripe from "stripe";
import type { RefundRemarks } from "./balance";
import { type Call, idOf, mergeMetadata } from "./call";
import { holdsCharge } from "./disputes";
import { invalidRequest } from "./errors";
import { newId } from "./ids";
import { behaviourOf, retrievePaymentMethod } from "./paymentMethods";
import { pageOf } from "./store";

/**
 * refunds.create, full or partial, in cents. Refuses (400) more than the remaining amount. Emits refund.created and
 * charge.refunded.
 */
export function createRefund(call: Call, params: Stripe.RefundCreateParams): Stripe.Refund {
  const charge = chargeToRefund(call, params);
  if (charge.refunded)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  if (holdsCharge(call, charge))
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  const left = charge.amount - charge.amount_refunded;
  const amount = params.amount ?? left;
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: "amount" },
    );
  }
  const method = retrievePaymentMethod(call, charge.payment_method ?? "");
  const { card } = behaviourOf(call, method);
  const refund: Stripe.Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: newId("txn"),
    charge: charge.id,
    created: call.now,
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    destination_details: {
      type: "card",
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
    },
    metadata: mergeMetadata({}, params.metadata || {}),
    payment_intent: idOf(charge.payment_intent),
    payment_method: method.id,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: card.refund === "pending" ? "pending" : "succeeded",
    transfer_reversal: null,
    ...(card.refund === "pending" ? { pending_reason: "processing" as const } : {}),
  };
  call.store.insert(refund);
  const after = call.store.save({
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  });
  call.emit("refund.created", refund);
  call.emit("charge.refunded", after, { amount_refunded: charge.amount_refunded, refunded: charge.refunded });
  if (card.refund) call.settleLater(refund.id);
  return refund;
}

/** refunds.retrieve */
export function retrieveRefund(call: Call, id: string): Stripe.Refund {
  return call.store.get<Stripe.Refund>("refund", id, "refund");
}

/** refunds.list, newest first */
export function listRefunds(call: Call, params: Stripe.RefundListParams) {
  return pageOf(
    call.store.all<Stripe.Refund>("refund", { charge: params.charge, payment_intent: params.payment_intent }),
    params,
    "/v1/refunds",
  );
}

/** Settles a refund later: 4000000000007726 succeeds (refund.updated), 4000000000005126 fails (refund.failed). */
export function settleRefund(call: Call, id: string): void {
  const refund = call.store.find<Stripe.Refund>("refund", id);
  const charge = refund && call.store.find<Stripe.Charge>("charge", idOf(refund.charge) ?? "");
  if (!refund || !charge || refund.status === "failed") return;
  if (refund.status === "pending") {
    const { pending_reason, ...rest } = refund;
    const settled = call.store.save<Stripe.Refund>({ ...rest, status: "succeeded" });
    call.emit("refund.updated", settled, { status: "pending", pending_reason });
    call.emit("charge.refund.updated", settled, { status: "pending", pending_reason });
    return;
  }
  const failed = call.store.save<Stripe.Refund>({
    ...refund,
    status: "failed",
    failure_reason: "expired_or_canceled_card",
    failure_balance_transaction: newId("txn"),
  });
  call.store.remark(id, { failedAt: call.now } satisfies RefundRemarks);
  call.store.save({ ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
  call.emit("refund.updated", failed, { status: "succeeded" });
  call.emit("refund.failed", failed, { status: "succeeded" });
  call.emit("charge.refund.updated", failed, { status: "succeeded" });
}

function chargeToRefund(call: Call, params: Stripe.RefundCreateParams): Stripe.Charge {
  if (params.charge) {
    const charge = call.store.get<Stripe.Charge>("charge", params.charge, "charge");
    if (charge.status !== "succeeded")
      throw invalidRequest(`Charge ${charge.id} is not refundable as it has a status of ${charge.status}.`, {
        code: "charge_not_refundable",
      });
    return charge;
  }
  if (!params.payment_intent)
    throw invalidRequest("One of the following params should be provided for this request: payment_intent or charge.");
  const intent = call.store.get<Stripe.PaymentIntent>("payment_intent", params.payment_intent, "payment_intent");
  const charge = call.store.find<Stripe.Charge>("charge", idOf(intent.latest_charge) ?? "");
  if (charge?.status === "succeeded") return charge;
  throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
    param: "payment_intent",
  });
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
