import { DAY_MS } from "../days";
import type { PaymentState } from "../ports/payments";
import type { SubscriptionEvent } from "../subscriptions/subscriptionStates";

type Decline = NonNullable<PaymentState["decline"]>;

/** Declines after which the same card is never tried again (rules.md subscriptions/dunning). */
const HARD_DECLINES = new Set([
  "lost_card",
  "stolen_card",
  "pickup_card",
  "restricted_card",
  "fraudulent",
  "stop_payment_order",
  "expired_card",
  // The card is no longer stored at the provider.
  "payment_method_unexpected_state",
  "resource_missing",
]);

function isHardDecline({ code, declineCode, adviceCode }: Decline): boolean {
  if (adviceCode === "do_not_try_again") return true;
  return [code, declineCode ?? ""].some((one) => HARD_DECLINES.has(one) || one.startsWith("revocation_of_"));
}

/** The bank requires the cardholder (3-D Secure), so our own retries cannot succeed. */
export const asksOwner = ({ code, declineCode }: Decline) =>
  code === "authentication_required" || declineCode === "authentication_required";

/**
 * Decides what a decline means for the subscription: its event and the next try (ms UTC; null for no automatic
 * retry). `tries` includes this one, `firstTriedAt` is the time of the first, `retryDays` are the days after it. After
 * downtime one try makes up for all missed dates.
 */
export function afterDecline(
  decline: Decline,
  {
    tries,
    firstTriedAt,
    now,
    retryDays,
  }: { tries: number; firstTriedAt: number; now: number; retryDays: readonly number[] },
): { event: Extract<SubscriptionEvent, "tryFailed" | "triesOver">; nextTryAt: number | null } {
  const day = retryDays[tries - 1];
  if (isHardDecline(decline) || day === undefined) return { event: "triesOver", nextTryAt: null };
  return { event: "tryFailed", nextTryAt: Math.max(firstTriedAt + day * DAY_MS, now + DAY_MS / 2) };
}
