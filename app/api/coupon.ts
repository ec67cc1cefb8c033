import { z } from "zod";
import { couponDetails } from "~/domain/coupons/couponDetails";
import { CouponInput } from "~/domain/coupons/couponInput";
import { couponList } from "~/domain/coupons/couponList";
import { couponStatuses, couponTypes } from "~/domain/coupons/couponStates";
import { COUPON_DELETED } from "~/domain/coupons/couponTexts";
import { deleteCoupon } from "~/domain/coupons/deleteCoupon";
import { findCoupons } from "~/domain/coupons/findCoupons";
import { saveCoupon } from "~/domain/coupons/saveCoupon";
import type { Coupon } from "~/domain/coupons/storedCoupon";
import { toDollars } from "~/domain/money";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { type Endpoint, endpoint, idQuery } from "./endpoint";
import { isoTime } from "./wire";

/** `discount` is in dollars for FIXED, in percent for PERCENTAGE. */
const couponShape = z.object({
  _id: z.string(),
  code: z.string(),
  description: z.string(),
  type: z.enum(couponTypes),
  discount: z.number(),
  status: z.enum(couponStatuses),
  serviceIds: z.array(z.string()),
  services: z.array(z.object({ _id: z.string(), name: z.string() })),
  limitOnePerCustomer: z.boolean(),
  limitUsages: z.boolean(),
  limit: z.number().nullable(),
  setExpiry: z.boolean(),
  expiryDate: z.string().nullable(),
  usage: z.number(),
  held: z.number(),
  used: z.number(),
  released: z.number(),
  expired: z.boolean(),
  usedUp: z.boolean(),
  affiliateId: z.string().nullable(),
  affiliateName: z.string().nullable(),
  createdTime: z.string(),
  version: z.number(),
});

/** Converts a FIXED discount from cents to dollars. A percentage is returned unchanged. */
export const toApiDiscount = ({ type, discount }: Pick<Coupon, "type" | "discount">) =>
  type === "FIXED" ? toDollars(discount) : discount;

const toApiCoupon = (coupon: Coupon): z.output<typeof couponShape> => ({
  _id: coupon.id,
  code: coupon.code,
  description: coupon.description,
  type: coupon.type,
  discount: toApiDiscount(coupon),
  status: coupon.status,
  serviceIds: coupon.services.map(({ id }) => id),
  services: coupon.services.map(({ id, name }) => ({ _id: id, name })),
  limitOnePerCustomer: coupon.limitOnePerCustomer,
  limitUsages: coupon.usageLimit !== null,
  limit: coupon.usageLimit,
  setExpiry: coupon.expiresAt !== null,
  expiryDate: isoTime(coupon.expiresAt),
  // Held uses count against the limit too.
  usage: coupon.held + coupon.used,
  held: coupon.held,
  used: coupon.used,
  released: coupon.released,
  expired: coupon.expired,
  usedUp: coupon.usedUp,
  affiliateId: coupon.affiliate?.id ?? null,
  affiliateName: coupon.affiliate?.name ?? null,
  createdTime: isoTime(coupon.createdAt),
  version: coupon.version,
});

/** A null `_id` means a new coupon, like an absent one. */
const which = { _id: z.string().max(64).nullish(), version: z.number().nullish() };
const { id: _, ...couponFields } = CouponInput.shape;

/** Maps the request to the domain's field names. */
const sentCoupon = z
  .looseObject(which)
  .transform(({ _id, version, ...fields }) => ({ ...fields, id: _id ?? undefined, version: version ?? undefined }))
  .pipe(CouponInput as unknown as z.ZodType<CouponInput, never>);

export const couponRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/coupon/find",
    permission: "coupons.manage",
    summary: "List coupons, newest first. Filters: status (eq), code (like).",
    input: pagedRequest,
    output: z.object({ content: z.array(couponShape), totalElements: z.number() }),
    run: async (ctx, input) => {
      const { content, totalElements } = await findCoupons(ctx, listFromBody(couponList, input));
      return { content: content.map(toApiCoupon), totalElements };
    },
  }),
  endpoint({
    method: "GET",
    path: "/coupon/detail",
    permission: "coupons.manage",
    summary: "Get a coupon with its services and uses",
    input: idQuery,
    output: couponShape,
    run: async (ctx, { id }) => toApiCoupon(await couponDetails(ctx, id)),
  }),
  endpoint({
    method: "POST",
    path: "/coupon",
    permission: "coupons.manage",
    summary: "Create a coupon, or update one by its _id and version. Discount in whole dollars or percent.",
    input: sentCoupon,
    body: z.object({ ...couponFields, ...which }),
    output: couponShape,
    run: async (ctx, input) => toApiCoupon(await saveCoupon(ctx, input)),
  }),
  endpoint({
    method: "DELETE",
    path: "/coupon",
    permission: "coupons.manage",
    summary: "Delete a coupon. Its orders keep it.",
    input: idQuery,
    output: z.object({ message: z.string() }),
    run: async (ctx, { id }) => {
      await deleteCoupon(ctx, id);
      return { message: COUPON_DELETED };
    },
  }),
];
