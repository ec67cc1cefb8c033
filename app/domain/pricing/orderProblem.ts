import type { ServicePaymentType } from "../catalogue/serviceTypes";
import { MAX_PLACEMENTS, type Tracking } from "../catalogue/tracking";
import { chargeProblem } from "./chargeProblem";
import type { PricedOrder } from "./priceOrder";

/** The error for an empty order (rules.md pricing/zero-total). */
export const NOTHING_CHOSEN = "Please choose a quantity of at least one package";
export const TOO_MANY_LINKS = `One order can have at most ${MAX_PLACEMENTS.toLocaleString("en-US")} links. Please place another order for the rest.`;
/**
 * A coupon applies to the first payment only (rules.md coupons/first-payment), so the price without it must be
 * chargeable.
 */
const NOTHING_TO_RENEW = "A subscription cannot renew for $0. Choose another quantity or a one-time payment.";

interface Selected {
  lines: readonly { quantity: number; package?: { tracking?: Pick<Tracking, "tracked"> } }[];
}

/** True for more links than one order can have (rules.md placements/rows). */
export const hasTooManyLinks = ({ lines }: Selected) =>
  lines.reduce((units, line) => units + (line.package?.tracking?.tracked ? line.quantity : 0), 0) > MAX_PLACEMENTS;

/**
 * Why an order cannot be placed, or null: nothing selected, a subscription that would renew at $0, or a total no card
 * accepts (rules.md pricing/zero-total). `added`: the added taxes of both totals, cents.
 */
export function orderProblem(
  { lines, total, tieredTotal }: Selected & Pick<PricedOrder, "total" | "tieredTotal">,
  paymentType: ServicePaymentType | undefined,
  added = { total: 0, tieredTotal: 0 },
): string | null {
  if (!lines.some(({ quantity }) => quantity > 0)) return NOTHING_CHOSEN;
  if (hasTooManyLinks({ lines })) return TOO_MANY_LINKS;
  if (paymentType === "SUBSCRIPTION" && tieredTotal === 0) return NOTHING_TO_RENEW;
  // Renewals charge the total before the coupon. If no card accepts it, every renewal would fail.
  return chargeProblem(total + added.total) ?? chargeProblem(tieredTotal + added.tieredTotal);
}
