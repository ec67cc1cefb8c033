import type { ServicePaymentType } from "../catalogue/serviceTypes";
import { chargeProblem } from "./chargeProblem";
import type { PricedOrder } from "./priceOrder";

/** The error for an empty order (rules.md pricing/zero-total). */
export const NOTHING_CHOSEN = "Please choose a quantity of at least one package";
/**
 * A coupon applies to the first payment only (rules.md coupons/first-payment), so the price without it must be
 * chargeable.
 */
const NOTHING_TO_RENEW = "A subscription cannot renew for $0. Choose another quantity or a one-time payment.";

/**
 * Why an order cannot be placed, or null: nothing selected, a subscription that would renew at $0, or a total no card
 * accepts (rules.md pricing/zero-total).
 */
export function orderProblem(
  { lines, total, tieredTotal }: Pick<PricedOrder, "lines" | "total" | "tieredTotal">,
  paymentType: ServicePaymentType | undefined,
): string | null {
  if (!lines.some(({ quantity }) => quantity > 0)) return NOTHING_CHOSEN;
  if (paymentType === "SUBSCRIPTION" && tieredTotal === 0) return NOTHING_TO_RENEW;
  // Renewals charge the total before the coupon. If no card accepts it, every renewal would fail.
  return chargeProblem(total) ?? chargeProblem(tieredTotal);
}
