import { couponCode } from "./couponCode";
import type { CouponType } from "./couponStates";

/** The checkout form as flat text values. */
type Values = Record<string, string>;

/** An applied coupon. It stays valid until the code or the payment type changes. */
export interface FormCoupon {
  code: string;
  type: CouponType;
  /** FIXED: cents. PERCENTAGE: percent. */
  discount: number;
  paymentType: string;
}

/** The form fields of an applied coupon. The server validates the coupon again when the order is placed. */
export const couponFields = (coupon: FormCoupon | null): Values =>
  coupon
    ? {
        couponCode: coupon.code,
        couponType: coupon.type,
        couponDiscount: String(coupon.discount),
        couponPaymentType: coupon.paymentType,
      }
    : {};

/** Reads the applied coupon from the form, or null. */
export function formCoupon(values: Values): FormCoupon | null {
  const type = values.couponType;
  const discount = Number(values.couponDiscount);
  // Spelled out: the list of types would bring the list of coupons into the checkout.
  if (type !== "FIXED" && type !== "PERCENTAGE") return null;
  if (!values.couponCode || !Number.isSafeInteger(discount) || discount < 0) return null;
  return { code: values.couponCode, type, discount, paymentType: values.couponPaymentType ?? "" };
}

export const typedCoupon = (values: Values) => couponCode(values.coupon ?? "");

/** A different code or payment type means the coupon must be applied again. */
export const isDeselected = (coupon: FormCoupon, code: string, paymentType: string) =>
  coupon.code !== code || coupon.paymentType !== paymentType;
