import type { ServicePaymentType } from "../catalogue/serviceTypes";
import { chargeProblem } from "./chargeProblem";
import type { PricedOrder } from "./priceOrder";

/** The text for an order of nothing (decision C5). */
export const NOTHING_CHOSEN = "Please choose a quantity of at least one package";
/** A coupon is for the first payment alone (decision C3): without it a renewal has to have something to charge. */
const NOTHING_TO_RENEW = "A subscription cannot renew for $0. Choose another quantity or a one-time payment.";

/**
 * Why this cannot be ordered, or null: nothing chosen, a subscription that would renew for nothing, or a total that no
 * card takes (decision C5).
 */
export function orderProblem(
  { lines, total, tieredTotal }: Pick<PricedOrder, "lines" | "total" | "tieredTotal">,
  paymentType: ServicePaymentType | undefined,
): string | null {
  if (!lines.some(({ quantity }) => quantity > 0)) return NOTHING_CHOSEN;
  if (paymentType === "SUBSCRIPTION" && tieredTotal === 0) return NOTHING_TO_RENEW;
  // Renewals charge the sum before the coupon: one that no card takes would fail for ever.
  return chargeProblem(total) ?? chargeProblem(tieredTotal);
}
