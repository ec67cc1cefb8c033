import type Stripe from "stripe";
import { type Call, idOf } from "./call";
import { invalidRequest, unexpectedState } from "./errors";
import { newId } from "./ids";
import { pageOf } from "./store";

const DAY_SECONDS = 24 * 60 * 60;
/** The provider's fee for a dispute, in cents. */
const FEE = 1500;

/** How a dispute can end. */
export const disputeOutcomes = ["won", "lost"] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];

/**
 * The cardholder disputes a charge as fraudulent: amount and fee are withdrawn immediately. Emits
 * charge.dispute.created and charge.dispute.funds_withdrawn.
 */
export function openDispute(call: Call, charge: Stripe.Charge): Stripe.Dispute {
  const id = newId("dp");
  const dispute: Stripe.Dispute = {
    id,
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: call.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: call.now + 9 * DAY_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: {
      type: "card",
      card: { brand: "visa", case_type: "chargeback", network: "visa", network_reason_code: "10.4" },
    },
    reason: "fraudulent",
    status: "needs_response",
  };
  call.store.insert(dispute);
  call.store.save({ ...charge, disputed: true });
  call.emit("charge.dispute.created", dispute);
  const withdrawn = call.store.save<Stripe.Dispute>({
    ...dispute,
    balance_transactions: [movement(call, dispute, -dispute.amount, FEE)],
  });
  call.emit("charge.dispute.funds_withdrawn", withdrawn, { balance_transactions: [] });
  return withdrawn;
}

/**
 * Closes a dispute. Emits charge.dispute.closed and, when won, charge.dispute.funds_reinstated. Returns whether it
 * was open.
 */
export function closeDispute(call: Call, id: string, outcome: DisputeOutcome): boolean {
  const dispute = call.store.find<Stripe.Dispute>("dispute", id);
  if (dispute?.status !== "needs_response" && dispute?.status !== "under_review") return false;
  const closed = call.store.save<Stripe.Dispute>({ ...dispute, status: outcome });
  call.emit("charge.dispute.closed", closed, { status: dispute.status });
  if (outcome === "won") {
    const { balance_transactions } = dispute;
    const back = call.store.save<Stripe.Dispute>({
      ...closed,
      balance_transactions: [...balance_transactions, movement(call, dispute, dispute.amount, 0)],
    });
    call.emit("charge.dispute.funds_reinstated", back, { balance_transactions });
  }
  return true;
}

/** The evidence fields that hold the id of an uploaded file. */
const fileFields = [
  "cancellation_policy",
  "customer_communication",
  "customer_signature",
  "duplicate_charge_documentation",
  "receipt",
  "refund_policy",
  "service_documentation",
  "shipping_documentation",
  "uncategorized_file",
] as const;
/** Characters of all text fields together. */
const MAX_EVIDENCE_TEXT = 150_000;

/**
 * disputes.update: stages evidence, or submits it once. As at Stripe, `submit` is true when it is left out. Emits
 * charge.dispute.updated.
 */
export function updateDispute(
  call: Call,
  id: string,
  { evidence = {}, metadata, submit = true }: Stripe.DisputeUpdateParams,
): Stripe.Dispute {
  const dispute = retrieveDispute(call, id);
  if (dispute.status !== "needs_response")
    throw unexpectedState("This dispute is already submitted or closed, so its evidence cannot be changed.", {});
  const given = Object.entries(evidence).map(([field, value]) => [field, value === "" ? null : value]);
  const next = { ...dispute.evidence, ...Object.fromEntries(given) } as Stripe.Dispute.Evidence;
  for (const field of fileFields) {
    const file = next[field];
    if (file && call.store.find<Stripe.File>("file", String(file))?.purpose !== "dispute_evidence")
      throw invalidRequest(`No such file upload: '${String(file)}'`, { param: `evidence[${field}]` });
  }
  const texts = Object.values(next).filter((value) => typeof value === "string") as string[];
  if (texts.reduce((sum, text) => sum + text.length, 0) > MAX_EVIDENCE_TEXT)
    throw invalidRequest("The combined character count of your evidence exceeds 150,000.", { param: "evidence" });
  const details = dispute.evidence_details;
  const late = details.due_by !== null && call.now > details.due_by;
  if (submit && late) throw unexpectedState("The evidence due date of this dispute has passed.", {});
  const updated = call.store.save<Stripe.Dispute>({
    ...dispute,
    evidence: next,
    metadata: { ...dispute.metadata, ...(metadata || {}) } as Stripe.Metadata,
    evidence_details: {
      ...details,
      has_evidence: Object.values(next).some((value) => typeof value === "string"),
      ...(submit ? { submission_count: details.submission_count + 1, submission_method: "manual" } : {}),
    },
    status: submit ? "under_review" : dispute.status,
  });
  call.emit("charge.dispute.updated", updated, { status: dispute.status });
  return updated;
}

/** True when a dispute blocks refunds of this charge. */
export const holdsCharge = (call: Call, charge: Stripe.Charge): boolean =>
  call.store.all<Stripe.Dispute>("dispute", { charge: charge.id }).some(({ status }) => status !== "won");

/** disputes.retrieve */
export function retrieveDispute(call: Call, id: string): Stripe.Dispute {
  return call.store.get<Stripe.Dispute>("dispute", id, "dispute");
}

/** disputes.list, newest first */
export function listDisputes(call: Call, params: Stripe.DisputeListParams) {
  const { charge, payment_intent } = params;
  return pageOf(call.store.all<Stripe.Dispute>("dispute", { charge, payment_intent }), params, "/v1/disputes");
}

const movement = (call: Call, dispute: Stripe.Dispute, amount: number, fee: number): Stripe.BalanceTransaction => ({
  id: newId("txn"),
  object: "balance_transaction",
  amount,
  available_on: call.now,
  balance_type: "payments",
  created: call.now,
  currency: dispute.currency,
  description: `Chargeback ${amount < 0 ? "withdrawal" : "reversal"} for ${idOf(dispute.charge)}`,
  exchange_rate: null,
  fee,
  fee_details: fee
    ? [{ amount: fee, application: null, currency: dispute.currency, description: "Dispute fee", type: "stripe_fee" }]
    : [],
  net: amount - fee,
  reporting_category: amount < 0 ? "dispute" : "dispute_reversal",
  source: dispute.id,
  status: "available",
  type: "adjustment",
});

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
