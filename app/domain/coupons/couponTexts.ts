/** Fixed texts (rules.md texts/fixed). */
export const COUPON_CREATED = "Coupon created successfully";
export const COUPON_UPDATED = "Coupon updated successfully";
export const COUPON_DELETED = "Coupon deleted successfully";
export const COUPON_APPLIED = "Coupon applied successfully";
export const COUPON_DESELECTED = "Coupon has been deselected. Please apply again.";

/** Rejections. The specification does not fix these texts. */
export const COUPON_UNKNOWN = "This coupon code is not valid";
export const COUPON_EXPIRED = "This coupon has expired";
export const COUPON_OTHER_SERVICE = "This coupon is not valid for this service";
export const COUPON_USED_UP = "This coupon has been used up";
export const COUPON_ALREADY_USED = "You have already used this coupon";
export const couponOnUnpaidOrder = (number: number) =>
  `Your unpaid order ${number} already holds this coupon. Please pay that order.`;
