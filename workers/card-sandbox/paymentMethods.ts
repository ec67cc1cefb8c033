import type Stripe from "stripe";
import { type Call, idOf, mergeMetadata } from "./call";
import { cardFailure, invalidRequest } from "./errors";
import { newId } from "./ids";
import { passesLuhn } from "./passesLuhn";
import { pageOf } from "./store";
import { cardOfAlias, cardOfNumber, type Decline, type TestCard } from "./testCards";

/** How the card behaves, without its number. */
export type CardBehaviour = Omit<TestCard, "number">;

/** Private data of a payment method. */
export interface MethodRemarks {
  card: CardBehaviour;
  /** The cardholder was authenticated for later off-session charges. */
  setUp: boolean;
  /** Charged without a customer, or detached: Stripe refuses to use it again. */
  spent: boolean;
}

type BillingDetails = Stripe.PaymentMethodCreateParams.BillingDetails;
type CardData = { number?: string; exp_month?: number; exp_year?: number; cvc?: string };

/** The behaviour of the card behind a payment method. */
export function behaviourOf(call: Call, method: Stripe.PaymentMethod): MethodRemarks {
  const remarks = call.store.remarks<MethodRemarks>(method.id);
  return {
    card: remarks.card ?? { aliases: [], brand: "visa", authentication: "never" },
    setUp: remarks.setUp ?? false,
    spent: remarks.spent ?? false,
  };
}

/** paymentMethods.create: a card with a number, as Stripe.js sends it. */
export function createPaymentMethod(call: Call, params: Stripe.PaymentMethodCreateParams): Stripe.PaymentMethod {
  if (params.type !== "card" || !params.card)
    throw invalidRequest("Missing required param: card.", { code: "parameter_missing", param: "card" });
  const method = methodFromCard(call, params.card as CardData, params.billing_details, "card");
  return params.metadata ? call.store.save({ ...method, metadata: mergeMetadata({}, params.metadata) }) : method;
}

/** paymentMethods.retrieve */
export function retrievePaymentMethod(call: Call, id: string): Stripe.PaymentMethod {
  return call.store.get<Stripe.PaymentMethod>("payment_method", id, "payment_method");
}

/**
 * paymentMethods.attach: refused for cards that cannot be saved (402) and for detached ones (400). Emits
 * payment_method.attached.
 */
export function attachPaymentMethod(
  call: Call,
  id: string,
  params: Stripe.PaymentMethodAttachParams,
): Stripe.PaymentMethod {
  const method = usableMethod(call, id);
  if (!params.customer)
    throw invalidRequest("Missing required param: customer.", { code: "parameter_missing", param: "customer" });
  const customer = call.store.get<Stripe.Customer>("customer", params.customer, "customer");
  const owner = idOf(method.customer);
  if (owner === customer.id) return method;
  if (owner)
    throw invalidRequest("The payment method you provided has already been attached to a customer.", {
      code: "payment_method_unexpected_state",
      param: "payment_method",
    });
  const { card, spent } = behaviourOf(call, method);
  if (spent) throw spentMethod();
  if (card.decline) throw cardFailure(errorOf(card.decline));
  return attachTo(call, method, customer.id);
}

/** Attaches a method to a customer without asking the network. Emits payment_method.attached. */
export function attachTo(call: Call, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  if (idOf(method.customer) === customer) return method;
  const attached = call.store.save({ ...method, customer });
  call.emit("payment_method.attached", attached);
  return attached;
}

/** paymentMethods.detach: final, a detached method can never be used again. Emits payment_method.detached. */
export function detachPaymentMethod(call: Call, id: string): Stripe.PaymentMethod {
  const method = retrievePaymentMethod(call, id);
  const owner = idOf(method.customer);
  if (!owner) {
    throw invalidRequest("The payment method you provided is not attached to a customer so detachment is impossible.", {
      param: "payment_method",
    });
  }
  const detached = call.store.save({ ...method, customer: null });
  call.store.remark(id, { spent: true });
  const customer = call.store.find<Stripe.Customer>("customer", owner);
  if (customer && idOf(customer.invoice_settings.default_payment_method) === id) {
    call.store.save({ ...customer, invoice_settings: { ...customer.invoice_settings, default_payment_method: null } });
  }
  call.emit("payment_method.detached", detached, { customer: owner });
  return detached;
}

/** paymentMethods.list and customers.listPaymentMethods: the saved cards of a customer. */
export function listPaymentMethods(call: Call, params: Stripe.PaymentMethodListParams, url = "/v1/payment_methods") {
  if (params.customer) call.store.get<Stripe.Customer>("customer", params.customer, "customer");
  const rows = params.customer
    ? call.store.all<Stripe.PaymentMethod>("payment_method", { customer: params.customer, type: params.type })
    : [];
  return pageOf(rows, params, url);
}

/** The method named by a confirm: an id, a `pm_card_...` name, or the card itself from the browser. */
export function methodOfParams(
  call: Call,
  params: {
    payment_method?: string | null;
    payment_method_data?: { billing_details?: BillingDetails; card?: unknown; type?: string };
  },
): Stripe.PaymentMethod | undefined {
  if (params.payment_method) return usableMethod(call, params.payment_method);
  if (!params.payment_method_data) return undefined;
  const { card, billing_details, type } = params.payment_method_data;
  if (type !== "card" || !card) {
    throw invalidRequest("Missing required param: payment_method_data[card].", {
      code: "parameter_missing",
      param: "payment_method_data[card]",
    });
  }
  return methodFromCard(call, card as CardData, billing_details, "payment_method_data[card]");
}

/** Refuses (400) a method of another customer, a detached one, and a spent one. */
export function assertMethodFits(
  call: Call,
  method: Stripe.PaymentMethod,
  customer: string | null,
  intent: "PaymentIntent" | "SetupIntent",
): void {
  const owner = idOf(method.customer);
  if (!owner && behaviourOf(call, method).spent) throw spentMethod();
  if (owner && !customer) {
    throw invalidRequest(
      `The PaymentMethod '${method.id}' belongs to the Customer '${owner}'. Please include the Customer in the \`customer\` parameter on the ${intent}.`,
      { param: "payment_method" },
    );
  }
  if (owner && owner !== customer) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      { code: "payment_method_unexpected_state", param: "payment_method" },
    );
  }
}

/** A decline as the `error` of an answer. */
export function errorOf(decline: Decline) {
  return {
    code: decline.code,
    message: decline.message,
    ...(decline.declineCode ? { decline_code: decline.declineCode } : {}),
    ...(decline.adviceCode ? { advice_code: decline.adviceCode } : {}),
    ...(decline.networkDeclineCode ? { network_decline_code: decline.networkDeclineCode } : {}),
    ...(decline.param ? { param: decline.param } : {}),
  };
}

export function usableMethod(call: Call, id: string): Stripe.PaymentMethod {
  const card = cardOfAlias(id);
  if (!card) return retrievePaymentMethod(call, id);
  return newMethod(call, card, { expMonth: 12, expYear: new Date(call.nowMs).getUTCFullYear() + 3, cvc: true });
}

function spentMethod() {
  return invalidRequest(
    "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.",
    { code: "payment_method_unexpected_state", param: "payment_method" },
  );
}

function methodFromCard(
  call: Call,
  card: CardData,
  billing: BillingDetails | undefined,
  param: string,
): Stripe.PaymentMethod {
  if (!call.fromBrowser) {
    throw invalidRequest(
      "Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.",
      { param },
    );
  }
  const number = (card.number ?? "").replace(/[\s-]/g, "");
  const year = card.exp_year !== undefined && card.exp_year < 100 ? card.exp_year + 2000 : (card.exp_year ?? 0);
  const month = card.exp_month ?? 0;
  const today = new Date(call.nowMs);
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardFailure({ code: "incorrect_number", message: "Your card number is incorrect.", param: "number" });
  }
  if (month < 1 || month > 12)
    throw cardFailure({
      code: "invalid_expiry_month",
      message: "Your card's expiration month is invalid.",
      param: "exp_month",
    });
  if (year < today.getUTCFullYear() || year > today.getUTCFullYear() + 50) {
    throw cardFailure({
      code: "invalid_expiry_year",
      message: "Your card's expiration year is invalid.",
      param: "exp_year",
    });
  }
  if (year === today.getUTCFullYear() && month < today.getUTCMonth() + 1) {
    throw cardFailure({
      code: "invalid_expiry_month",
      message: "Your card's expiration month is invalid.",
      param: "exp_month",
    });
  }
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc)) {
    throw cardFailure({ code: "invalid_cvc", message: "Your card's security code is invalid.", param: "cvc" });
  }
  return newMethod(call, cardOfNumber(number), {
    expMonth: month,
    expYear: year,
    cvc: Boolean(card.cvc),
    billing,
    last4: number.slice(-4),
  });
}

function newMethod(
  call: Call,
  card: TestCard,
  details: { expMonth: number; expYear: number; cvc: boolean; billing?: BillingDetails; last4?: string },
): Stripe.PaymentMethod {
  const { number, ...behaviour } = card;
  const address = details.billing?.address || undefined;
  const method: Stripe.PaymentMethod = {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: {
      address: {
        city: address?.city ?? null,
        country: address?.country ?? null,
        line1: address?.line1 ?? null,
        line2: address?.line2 ?? null,
        postal_code: address?.postal_code ?? null,
        state: address?.state ?? null,
      },
      email: details.billing?.email || null,
      name: details.billing?.name || null,
      phone: details.billing?.phone || null,
      tax_id: null,
    },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: details.cvc ? "pass" : null },
      country: "US",
      display_brand: card.brand,
      exp_month: details.expMonth,
      exp_year: details.expYear,
      fingerprint: `sandbox${details.last4 ?? number.slice(-4)}`,
      funding: "credit",
      generated_from: null,
      last4: details.last4 ?? number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: call.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
  return call.store.insert(method, { card: behaviour, setUp: false, spent: false } satisfies MethodRemarks);
}
