import type { CouponType } from "~/domain/coupons/couponStates";
import { formatCents } from "~/format/money";

export const couponTypeLabels: Record<CouponType, string> = { FIXED: "$", PERCENTAGE: "%" };

/** '$20 off' or '50% off'. FIXED amounts are in cents. */
export const discountLabel = ({ type, discount }: { type: CouponType; discount: number }) =>
  `${type === "FIXED" ? formatCents(discount) : `${discount}%`} off`;
