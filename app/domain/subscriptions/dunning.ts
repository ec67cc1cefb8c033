import { DAY_MS } from "../days";
import type { PaymentState } from "../ports";
import type { SubscriptionEvent } from "./subscriptionStates";

/** Days after the first try on which a renewal is tried (rules.md subscriptions/dunning). */
const TRY_DAYS = [0, 1, 3, 6] as const;

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
  // The card is no longer stored with the provider.
  "payment_method_unexpected_state",
  "resource_missing",
]);

function isHardDecline({ code, declineCode, adviceCode }: Decline): boolean {
  if (adviceCode === "do_not_try_again") return true;
  return [code, declineCode ?? ""].some((one) => HARD_DECLINES.has(one) || one.startsWith("revocation_of_"));
}

/** The bank wants to ask the card's owner: no try of ours helps (3-D Secure). */
export const asksOwner = ({ code, declineCode }: Decline) =>
  code === "authentication_required" || declineCode === "authentication_required";

/**
 * What follows from the try that was just answered with a decline: the event for the subscription and when it is tried
 * again (ms UTC; null: never by itself). `tries` counts this one, `firstTriedAt` is the first one's moment; a date that
 * has passed while nobody could try is made up for by one try, not by several.
 */
export function afterDecline(
  decline: Decline,
  { tries, firstTriedAt, now }: { tries: number; firstTriedAt: number; now: number },
): { event: Extract<SubscriptionEvent, "tryFailed" | "triesOver">; nextTryAt: number | null } {
  const day = TRY_DAYS[tries];
  if (isHardDecline(decline) || day === undefined) return { event: "triesOver", nextTryAt: null };
  return { event: "tryFailed", nextTryAt: Math.max(firstTriedAt + day * DAY_MS, now + DAY_MS / 2) };
}
