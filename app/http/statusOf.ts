import type { DomainError } from "~/domain/errors";

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
export const statusOf = (error: DomainError) => statuses[error.kind];
