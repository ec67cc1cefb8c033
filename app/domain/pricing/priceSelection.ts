import type { CheckoutPackage, CheckoutService } from "../catalogue/checkoutService";
import { Invalid } from "../errors";
import type { PackageCount } from "./packageCount";
import { type PriceCoupon, type PricedOrder, priceOrder, UnpriceableLine } from "./priceOrder";

/**
 * Prices the selected packages on the server; a count of 0 is ignored. Throws Invalid for a package that the service
 * does not sell, a repeated package, or an unknown add-on. `coupon` must come from couponOffer.
 */
export function priceSelection(
  service: Pick<CheckoutService, "packages">,
  input: { packageCounts: readonly PackageCount[] },
  coupon: PriceCoupon | null = null,
): PricedOrder<CheckoutPackage> {
  const chosen = input.packageCounts.filter((selection) => selection.count > 0);
  if (new Set(chosen.map((selection) => selection.packageId)).size < chosen.length) {
    throw new Invalid("A package can be chosen only once", "packageCounts");
  }
  const lines = chosen.map((selection) => {
    const sold = service.packages.find((candidate) => candidate.id === selection.packageId);
    if (!sold) throw new Invalid("This package is not available", "packageCounts");
    return { package: sold, quantity: selection.count, addOn: selection.addOn || null };
  });
  try {
    return priceOrder(lines, coupon);
  } catch (error) {
    if (error instanceof UnpriceableLine) throw new Invalid(error.message, "packageCounts");
    throw error;
  }
}
