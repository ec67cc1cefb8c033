import { z } from "zod";
import { asNumber, systemId, versionNumber, wholeNumber } from "../catalogue/serviceInput";
import { dateProblem, readMoment } from "../days";
import { text } from "../textFields";
import { couponCode } from "./couponCode";
import { couponStatuses, couponTypes } from "./couponStates";

const CODE_REQUIRED = "Coupon code is required";
const SERVICE_REQUIRED = "Atleast one service should be selected";
const AT_LEAST_1 = "Discount should be greater than or equal to 1";
const BETWEEN = "Discount should be between 1 and 100";
const USAGE_REQUIRED = "Usage count is required";
const USAGE_AT_LEAST_1 = "Usage count should be greater than or equal to 1";
const EXPIRY_REQUIRED = "Expiry date is required";
const EXPIRY_WRONG = "Enter a valid expiry date";

const MIN_CODE = 3;
const MAX_CODE = 64;
const MAX_COUPON_SERVICES = 500;
/** Dollars: the card limit (domain/money). */
const MAX_FIXED = 999_999;
const MAX_USES = 1_000_000;

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";
/** Runs cross-field rules even when another field is invalid, so that all messages appear together. */
const always = { when: () => true };

/**
 * The coupon form and POST /coupon (rules.md coupons/badges, coupons/discount-texts, forms/version). `discount` in
 * whole dollars or percent. `id` is absent for a new coupon. A limit or expiry is dropped when its switch is off.
 */
export const CouponInput = z
  .object({
    id: systemId.optional(),
    version: versionNumber.optional(),
    code: z
      .string({ error: CODE_REQUIRED })
      .transform(couponCode)
      .pipe(
        z
          .string()
          .min(1, CODE_REQUIRED)
          // Not with `abort`, which would suppress the messages about limit and expiry.
          .refine((code) => !code || code.length >= MIN_CODE, "Code should has minimum 3 characters")
          .max(MAX_CODE, `Code is at most ${MAX_CODE} characters`),
      ),
    description: text(500, "Description is at most 500 characters").default(""),
    type: z.enum(couponTypes, { error: "Type is required" }),
    /** Clients always send ACTIVE. */
    status: z.enum(couponStatuses).optional(),
    discount: wholeNumber(AT_LEAST_1, "Discount should be a whole number").min(1, AT_LEAST_1),
    serviceIds: z
      .array(systemId, { error: SERVICE_REQUIRED })
      .min(1, SERVICE_REQUIRED)
      .max(MAX_COUPON_SERVICES, `At most ${MAX_COUPON_SERVICES} services`)
      .transform((ids) => [...new Set(ids)]),
    limitOnePerCustomer: z.boolean().default(false),
    limitUsages: z.boolean().default(false),
    limit: z
      .number({ error: "Usage count should be a whole number" })
      .int("Usage count should be a whole number")
      .max(MAX_USES, `Usage count is at most ${MAX_USES}`)
      .nullish(),
    setExpiry: z.boolean().default(false),
    expiryDate: z.string({ error: EXPIRY_WRONG }).trim().max(40, EXPIRY_WRONG).nullish(),
    /** The affiliate credited for orders of clients without attribution. */
    affiliateId: systemId.nullish(),
  })
  .refine(({ type, discount }) => type !== "PERCENTAGE" || !(asNumber(discount) > 100), {
    path: ["discount"],
    error: BETWEEN,
    ...always,
  })
  .refine(({ type, discount }) => type !== "FIXED" || !(asNumber(discount) > MAX_FIXED), {
    path: ["discount"],
    error: "Discount should be at most 999999",
    ...always,
  })
  .refine(({ limitUsages, limit }) => !limitUsages || !isEmpty(limit), {
    path: ["limit"],
    error: USAGE_REQUIRED,
    ...always,
  })
  .refine(({ limitUsages, limit }) => !limitUsages || isEmpty(limit) || !(asNumber(limit) < 1), {
    path: ["limit"],
    error: USAGE_AT_LEAST_1,
    ...always,
  })
  .refine(({ setExpiry, expiryDate }) => !setExpiry || !isEmpty(expiryDate), {
    path: ["expiryDate"],
    error: EXPIRY_REQUIRED,
    ...always,
  })
  .refine(({ setExpiry, expiryDate }) => !setExpiry || isEmpty(expiryDate) || readMoment(String(expiryDate)) !== null, {
    path: ["expiryDate"],
    error: ({ input }) => dateProblem((input as { expiryDate?: unknown }).expiryDate, EXPIRY_WRONG),
    ...always,
  })
  // Unlike other records, a coupon cannot be changed without its version (rules.md forms/version).
  .refine(({ id, version }) => id === undefined || version !== undefined, {
    path: ["version"],
    error: "Send the version to change a coupon",
    ...always,
  });
export type CouponInput = z.output<typeof CouponInput>;

export const ApplyCouponInput = z.object({
  serviceId: systemId,
  couponCode: z
    .string({ error: CODE_REQUIRED })
    .max(200, "This coupon code is not valid")
    .transform(couponCode)
    .pipe(z.string().min(1, CODE_REQUIRED)),
  paymentType: z.enum(["DIRECT", "SUBSCRIPTION"], { error: "Payment type is required" }),
});
export type ApplyCouponInput = z.output<typeof ApplyCouponInput>;
