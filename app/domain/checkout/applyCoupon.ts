import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { checkoutService } from "../catalogue/checkoutService";
import { type Context, userOf } from "../context";
import type { ApplyCouponInput } from "../coupons/couponInput";
import { couponOffer } from "../coupons/couponOffer";
import type { CouponType } from "../coupons/couponStates";
import { Invalid } from "../errors";
import { PAYMENT_TYPE_REFUSED } from "./placeOrderInput";

/**
 * The coupon answer of the checkout (rules.md coupons/answer). `discount` in cents for FIXED, in percent for
 * PERCENTAGE.
 */
export interface AppliedCoupon {
  code: string;
  type: CouponType;
  discount: number;
  serviceIds: string[];
}

/**
 * Validates a coupon code for a service and payment type without holding a use. Coupons apply to every payment type of
 * their services. A visitor's typed address is ignored, or anyone could ask whether it has used the coupon (rules.md
 * coupons/answer). Throws NotFound, TooMany, and Invalid for `couponCode` or `paymentType`.
 */
export async function applyCoupon(ctx: Context, input: ApplyCouponInput): Promise<AppliedCoupon> {
  authorize(ctx, "coupons.apply");
  const user = userOf(ctx.actor);
  await consumeRateLimit(ctx, "coupon", user?.id);
  const { paymentTypes } = await checkoutService(ctx, input.serviceId);
  if (!paymentTypes.includes(input.paymentType)) throw new Invalid(PAYMENT_TYPE_REFUSED, "paymentType");
  const { code, type, discount, serviceIds } = await couponOffer(ctx, {
    code: input.couponCode,
    serviceId: input.serviceId,
    buyerId: user?.id ?? null,
  });
  return { code, type, discount, serviceIds };
}
