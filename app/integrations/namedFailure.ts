import { type FailedCall, KeyRefused, PaymentsUnavailable } from "~/domain/ports/paymentFailures";
import type { PaymentAccount } from "~/domain/ports/payments";

/** The account and record of a call's arguments: an account and an id, or one input with both. */
function subjectOf(given: readonly unknown[]): { account: PaymentAccount | null; record: string | null } {
  const [first, second] = given;
  if (typeof first === "string") return { account: first as PaymentAccount, record: textOf(second) };
  const input = (first ?? {}) as Record<string, unknown>;
  const metadata = (input.metadata ?? {}) as Record<string, unknown>;
  const record = input.id ?? input.paymentIntentId ?? metadata.order_id ?? metadata.subscription_id ?? input.customerId;
  return { account: (input.account as PaymentAccount | undefined) ?? null, record: textOf(record ?? input.userId) };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : null);

/** Adds to a provider failure which call, account and record it concerns, for the log and the person. */
export function namedFailure(error: unknown, call: string, given: readonly unknown[]): unknown {
  if (!(error instanceof PaymentsUnavailable)) return error;
  const { account, record } = subjectOf(given);
  const provider: FailedCall = { kind: error.provider?.kind ?? "broken answer", account, call, record };
  const options = { cause: error.cause, provider };
  return provider.kind === "key" ? new KeyRefused(account, options) : new PaymentsUnavailable(error.message, options);
}
