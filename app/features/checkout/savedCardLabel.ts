import type { SavedCard } from "~/domain/ports/payments";
import { brandNameOf } from "~/features/subscriptions/subscriptionStanding";

/** 'Visa ending 4242'. */
export const savedCardLabel = ({ brand, last4 }: Pick<SavedCard, "brand" | "last4">) =>
  `${brandNameOf(brand)} ending ${last4}`;

/** 'Expires 04/2029'. */
export const savedCardExpiry = ({ expMonth, expYear }: Pick<SavedCard, "expMonth" | "expYear">) =>
  `Expires ${String(expMonth).padStart(2, "0")}/${expYear}`;
