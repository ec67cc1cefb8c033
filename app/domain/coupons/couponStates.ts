export const couponTypes = ["FIXED", "PERCENTAGE"] as const;
export type CouponType = (typeof couponTypes)[number];

/** Rows stay ACTIVE; expired and used up are computed (rules.md coupons/badges). */
export const couponStatuses = ["ACTIVE"] as const;
export type CouponStatus = (typeof couponStatuses)[number];

/**
 * A use is held when the order is placed, used when it is paid, and released when it is cancelled or closed unpaid
 * (rules.md coupons/holds).
 */
export const couponUseStates = ["held", "used", "released"] as const;
export type CouponUseState = (typeof couponUseStates)[number];
