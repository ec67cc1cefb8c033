export const couponTypes = ["FIXED", "PERCENTAGE"] as const;
export type CouponType = (typeof couponTypes)[number];

/** Rows stay ACTIVE; expired and used up are computed (rules.md coupons/badges). */
export const couponStatuses = ["ACTIVE"] as const;
/** The list's filter: a coupon that can be used, one that ended, or all (rules.md coupons/badges). */
export const couponListStates = [...couponStatuses, "EXPIRED", "USED_UP"] as const;
type CouponListState = (typeof couponListStates)[number];
const listStateLabels: Record<CouponListState, string> = { ACTIVE: "Active", EXPIRED: "Expired", USED_UP: "Used up" };
export const couponListStateLabel = (state: CouponListState) => listStateLabels[state];

/**
 * A use is held when the order is placed, used when it is paid, and released when it is cancelled or closed unpaid
 * (rules.md coupons/holds).
 */
export const couponUseStates = ["held", "used", "released"] as const;
export type CouponUseState = (typeof couponUseStates)[number];

/** Orders that a coupon's page shows at a time. */
export const MAX_COUPON_ORDERS = 100;
