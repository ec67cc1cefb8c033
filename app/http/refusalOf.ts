import { Conflict, DomainError, type FieldErrors, GENERIC_ERROR, TooMany } from "~/domain/errors";
import { failureTextOf, PaymentsUnavailable } from "~/domain/ports/paymentFailures";
import { logFault } from "~/integrations/log.server";

/** The only mapping from domain errors to HTTP status codes (rules.md api/wire). */
const statuses: Record<DomainError["kind"], number> = {
  Invalid: 400,
  Unauthenticated: 401,
  PaymentFailed: 402,
  Forbidden: 403,
  NotFound: 404,
  Conflict: 409,
  TooMany: 429,
};

const RETRY_SECONDS = 60;

export interface Refusal {
  status: number;
  message: string;
  /** Messages by field, when the error belongs to fields. */
  fieldErrors?: FieldErrors;
  /** Data of a Conflict for the caller. */
  details?: Record<string, unknown>;
  headers: Record<string, string>;
}

/**
 * The only translation of an error to an answer, for pages and the API. Anything but a DomainError is logged and
 * reads as `faultText`. A silent provider is logged and reads as what is known of the charge.
 */
export function refusalOf(error: unknown, faultText = GENERIC_ERROR): Refusal {
  if (error instanceof PaymentsUnavailable) {
    logFault(error);
    return { status: 503, message: failureTextOf(error), headers: { "Retry-After": String(RETRY_SECONDS) } };
  }
  if (!(error instanceof DomainError)) {
    logFault(error);
    return { status: 500, message: faultText, headers: {} };
  }
  return {
    status: statuses[error.kind],
    message: error.message,
    ...(error.fieldErrors ? { fieldErrors: error.fieldErrors } : {}),
    ...(error instanceof Conflict && error.details ? { details: error.details } : {}),
    headers: error instanceof TooMany ? { "Retry-After": String(error.retryAfterSeconds) } : {},
  };
}

/** A refusal's messages by field. The empty name holds those of the whole form. */
export const errorsOfRefusal = ({ message, fieldErrors }: Refusal): FieldErrors => fieldErrors ?? { "": [message] };
