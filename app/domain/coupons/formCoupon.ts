import { couponCode } from "./couponCode";
import { type CouponType, couponTypes } from "./couponStates";

/** The checkout form as flat text values. */
type Values = Record<string, string>;

/** A coupon that was applied: good for as long as its code and the payment type stay as they were. */
export interface FormCoupon {
  code: string;
  type: CouponType;
  /** FIXED: cents. PERCENTAGE: percent. */
  discount: number;
  paymentType: string;
}

/** The form's own fields of an applied coupon; the server knows better, and asks again when the order is made. */
export const couponFields = (coupon: FormCoupon | null): Values =>
  coupon
    ? {
        couponCode: coupon.code,
        couponType: coupon.type,
        couponDiscount: String(coupon.discount),
        couponPaymentType: coupon.paymentType,
      }
    : {};

/** The applied coupon of a form, or null. */
export function formCoupon(values: Values): FormCoupon | null {
  const type = couponTypes.find((one) => one === values.couponType);
  const discount = Number(values.couponDiscount);
  if (!values.couponCode || !type || !Number.isSafeInteger(discount) || discount < 0) return null;
  return { code: values.couponCode, type, discount, paymentType: values.couponPaymentType ?? "" };
}

/** In capitals, as codes are compared. */
export const typedCoupon = (values: Values) => couponCode(values.coupon ?? "");

/** Another code or payment type: the coupon has to be applied again. */
export const isDeselected = (coupon: FormCoupon, code: string, paymentType: string) =>
  coupon.code !== code || coupon.paymentType !== paymentType;
