import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { checkoutService } from "../checkout/checkoutService";
import { PAYMENT_TYPE_REFUSED } from "../checkout/placeOrderInput";
import { type Context, userOf } from "../context";
import { Invalid } from "../errors";
import type { ApplyCouponInput } from "./couponInput";
import { couponOffer } from "./couponOffer";
import type { CouponType } from "./couponStates";

/** What a checkout needs of a coupon (rules.md coupons/answer). FIXED: `discount` in cents; PERCENTAGE: in percent. */
export interface AppliedCoupon {
  code: string;
  type: CouponType;
  discount: number;
  serviceIds: string[];
}

/**
 * Whether a code may be had for a service and payment type; nothing is held before the order is made. `email` is what a
 * visitor has typed: a customer known by it is recognised. A coupon is good for every payment type of its services. At
 * most 20 tries a minute (rules.md security/limits). Throws NotFound, TooMany, and Invalid beside `couponCode` or
 * `paymentType`.
 */
export async function applyCoupon(ctx: Context, input: ApplyCouponInput & { email?: string }): Promise<AppliedCoupon> {
  authorize(ctx, "coupons.apply");
  const user = userOf(ctx.actor);
  await consumeRateLimit(ctx, "coupon", user?.id);
  const { paymentTypes } = await checkoutService(ctx, input.serviceId);
  if (!paymentTypes.includes(input.paymentType)) throw new Invalid(PAYMENT_TYPE_REFUSED, "paymentType");
  const { code, type, discount, serviceIds } = await couponOffer(ctx, {
    code: input.couponCode,
    serviceId: input.serviceId,
    buyer: user ? { clientId: user.id } : input.email ? { email: input.email } : null,
  });
  return { code, type, discount, serviceIds };
}
