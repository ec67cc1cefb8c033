import type { AddOn, DiscountTier } from "../catalogue/catalogueParts";
import { type Cents, percentOf } from "../money";

export const MAX_QUANTITY = 100_000;

/** The pricing fields of a package. Prices in cents. */
interface PricedPackage {
  price: Cents;
  addOns: readonly AddOn[];
  discounts: readonly DiscountTier[];
}

export interface PriceLine<Package extends PricedPackage = PricedPackage> {
  package: Package;
  /** An integer, 0 to 100000. */
  quantity: number;
  /**
   * The `value` of one of the package's add-ons; null or absent for the package price alone (rules.md
   * catalogue/add-ons).
   */
  addOn?: string | null;
}

/** FIXED: `discount` in cents. PERCENTAGE: `discount` in percent, at most two decimals. */
export interface PriceCoupon {
  type: "FIXED" | "PERCENTAGE";
  discount: number;
}

interface PricedLine<Package extends PricedPackage = PricedPackage> {
  package: Package;
  quantity: number;
  addOn: string | null;
  unitPrice: Cents;
  /** Percent of the highest tier met; 0 when none. */
  tierPercent: number;
  gross: Cents;
  /** After the tier discount. */
  lineTotal: Cents;
}

export interface PricedOrder<Package extends PricedPackage = PricedPackage> {
  lines: PricedLine<Package>[];
  subtotal: Cents;
  /** After tiers, before the coupon: 'totalPrice' in the API (rules.md pricing/amount-names). */
  tieredTotal: Cents;
  couponDiscount: Cents;
  /** The amount charged; never below 0. */
  total: Cents;
}

/** A line that cannot be priced, at `index`. */
export class UnpriceableLine extends Error {
  readonly index: number;
  constructor(message: string, index: number) {
    super(message);
    this.index = index;
  }
}

/**
 * Prices an order in cents. The only implementation, used by page, order, manual order, invoice and renewal. Each
 * line is quantity x (package + add-on) less the highest tier met; the coupon applies to the sum (rules.md
 * pricing/rounding, pricing/order-of-discounts, catalogue/add-ons). Throws UnpriceableLine for a quantity out of
 * range or an add-on the package does not have.
 */
export function priceOrder<Package extends PricedPackage>(
  lines: readonly PriceLine<Package>[],
  coupon: PriceCoupon | null = null,
): PricedOrder<Package> {
  const priced = lines.map(priceLine);
  const tieredTotal = priced.reduce((sum, line) => sum + line.lineTotal, 0);
  const couponDiscount = coupon ? Math.min(tieredTotal, couponValue(tieredTotal, coupon)) : 0;
  return {
    lines: priced,
    subtotal: priced.reduce((sum, line) => sum + line.gross, 0),
    tieredTotal,
    couponDiscount,
    total: tieredTotal - couponDiscount,
  };
}

function priceLine<Package extends PricedPackage>(line: PriceLine<Package>, index: number): PricedLine<Package> {
  const { quantity } = line;
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > MAX_QUANTITY) {
    throw new UnpriceableLine(`Quantity must be a whole number from 0 to ${MAX_QUANTITY}`, index);
  }
  const unitPrice = line.package.price + addOnPrice(line, index);
  const gross = quantity * unitPrice;
  const tierPercent = highestTierMet(line.package.discounts, quantity);
  return {
    package: line.package,
    quantity,
    addOn: line.addOn ?? null,
    unitPrice,
    tierPercent,
    gross,
    lineTotal: gross - percentOf(gross, tierPercent),
  };
}

function addOnPrice(line: PriceLine, index: number): Cents {
  if (line.addOn == null) return 0;
  const addOn = line.package.addOns.find((one) => one.value === line.addOn);
  if (!addOn) throw new UnpriceableLine("This add-on is not available", index);
  return addOn.price;
}

/** The tier with the highest count reached wins, regardless of its percent and position. */
function highestTierMet(tiers: readonly DiscountTier[], quantity: number) {
  const met = tiers.filter((tier) => quantity > 0 && tier.count <= quantity);
  return met.reduce((best, tier) => (tier.count > best.count ? tier : best), { count: 0, percent: 0 }).percent;
}

const couponValue = (amount: Cents, coupon: PriceCoupon) =>
  coupon.type === "FIXED" ? coupon.discount : percentOf(amount, coupon.discount);
