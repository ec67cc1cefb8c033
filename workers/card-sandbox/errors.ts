import type Stripe from "stripe";

/** The `error` object of an answer, in Stripe's words. */
export interface ApiError {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  network_decline_code?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: Stripe.PaymentIntent;
  setup_intent?: Stripe.SetupIntent;
  payment_method?: Stripe.PaymentMethod;
  payment_method_type?: string;
}

/**
 * An error answer. `executed` means that the endpoint had begun its work: the answer is stored under its idempotency
 * key, and earlier writes (such as a failed charge) stay.
 */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    readonly error: ApiError,
    readonly executed = false,
  ) {
    super(error.message);
  }
}

/** 400: a parameter or state that the endpoint refuses before doing anything. */
export function invalidRequest(message: string, details: Partial<ApiError> = {}): ApiFailure {
  return new ApiFailure(400, { type: "invalid_request_error", message, ...withDocs(details) });
}

/** 404 in Stripe's words: `No such payment_intent: 'pi_x'`. */
export function noSuch(kind: string, id: string, param = "id"): ApiFailure {
  const error: ApiError = {
    type: "invalid_request_error",
    message: `No such ${kind}: '${id}'`,
    code: "resource_missing",
    param,
  };
  return new ApiFailure(404, withDocs(error));
}

/** 400 for a state that forbids the call. The endpoint ran, so the answer is stored under its idempotency key. */
export function unexpectedState(message: string, details: Partial<ApiError>): ApiFailure {
  return new ApiFailure(400, { type: "invalid_request_error", message, ...withDocs(details) }, true);
}

/** 402: the card was refused. */
export function cardFailure(error: Omit<ApiError, "type">): ApiFailure {
  return new ApiFailure(402, withDocs({ type: "card_error", ...error }), true);
}

function withDocs<E extends Partial<ApiError>>(error: E): E {
  if (!error.code) return error;
  return { ...error, doc_url: `https://docs.stripe.com/error-codes/${error.code.replaceAll("_", "-")}` };
}
