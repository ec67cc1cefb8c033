import { STALE_RECORD } from "~/format/staleRecord";
import { formatWait } from "~/format/wait";

/** Messages by field name. */
export type FieldErrors = Record<string, string[]>;

/**
 * Base of the errors that domain rules throw; http/refusalOf.ts translates them. Any other error is a fault, and
 * its message is not shown.
 */
export abstract class DomainError extends Error {
  abstract readonly kind:
    | "Invalid"
    | "Unauthenticated"
    | "PaymentFailed"
    | "Forbidden"
    | "NotFound"
    | "Conflict"
    | "TooMany";
  readonly fieldErrors?: FieldErrors;

  /** Not the class name, because the build shortens it. */
  override get name() {
    return this.kind;
  }

  constructor(message: string, field?: string | FieldErrors) {
    super(message);
    if (field) this.fieldErrors = typeof field === "string" ? { [field]: [message] } : field;
  }
}

export class Invalid extends DomainError {
  readonly kind = "Invalid";
}
export class Unauthenticated extends DomainError {
  readonly kind = "Unauthenticated";
  constructor(message = "Please sign in", field?: string | FieldErrors) {
    super(message, field);
  }
}
export class PaymentFailed extends DomainError {
  readonly kind = "PaymentFailed";
}
export class Forbidden extends DomainError {
  readonly kind = "Forbidden";
  constructor(message = "You are not allowed to do this") {
    super(message);
  }
}
export class NotFound extends DomainError {
  readonly kind = "NotFound";
  constructor(message = "Not found") {
    super(message);
  }
}
export class Conflict extends DomainError {
  readonly kind = "Conflict";
  /** Data for the caller, e.g. the new totals after a price change. */
  readonly details?: Record<string, unknown>;
  constructor(message: string, field?: string | FieldErrors, details?: Record<string, unknown>) {
    super(message, field);
    if (details) this.details = details;
  }
}
export class TooMany extends DomainError {
  readonly kind = "TooMany";
  readonly retryAfterSeconds: number;
  constructor(
    retryAfterSeconds: number,
    message = `Too many attempts. Please try again ${formatWait(retryAfterSeconds)}.`,
  ) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The error for a stale optimistic lock (rules.md forms/version). */
export const staleRecord = () => new Conflict(STALE_RECORD);

/** Another writer came between this call's own read and write, so reading again helps. */
export class WriteConflict extends Conflict {
  constructor() {
    super(STALE_RECORD);
  }
}

/** The fallback message (rules.md texts/fixed). */
export const GENERIC_ERROR = "An error occurred. Please try again.";
