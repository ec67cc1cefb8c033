import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, isUniqueViolation } from "~db/client.server";
import { fullName } from "~db/fullName";
import { newId } from "~db/ids";
import { insertMany } from "~db/insertRows";
import { couponServices, coupons, services, users } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import { agencyZone, type Context } from "../context";
import { lastDayBefore, readMoment, throughDay } from "../days";
import { Conflict, Invalid, staleRecord } from "../errors";
import { changedFields } from "../history/changedFields";
import { historyStatement } from "../history/historyStatement";
import { couponDetails } from "./couponDetails";
import type { CouponInput } from "./couponInput";
import type { Coupon } from "./storedCoupon";

/** Reads an expiry date, given the stored one. ms UTC. `zone`: the agency's. */
type ReadExpiry = (text: string, stored: number | null, zone: string) => number | null;

/** The API's: a day means its beginning. */
const exactExpiry: ReadExpiry = (text) => readMoment(text);

/** The page's: through the end of the day. While the shown day stays, the stored moment does too. */
export const expiryThroughDay: ReadExpiry = (text, stored, zone) => {
  if (stored !== null && lastDayBefore(stored, zone) === text) return stored;
  const moment = readMoment(text);
  return moment === null ? null : throughDay(moment, zone);
};

/**
 * Creates or updates a coupon (POST /coupon). Orders that hold it keep their price. Throws NotFound; Invalid for an
 * unavailable service or affiliate; Conflict for a stale version (rules.md forms/version) or a code in use.
 */
export async function saveCoupon(ctx: Context, input: CouponInput, readExpiry = exactExpiry): Promise<Coupon> {
  authorize(ctx, "coupons.manage");
  const { db } = ctx;
  const stored = input.id === undefined ? null : await couponDetails(ctx, input.id);
  if (stored && stored.version !== input.version) throw staleRecord();
  const affiliate = await chosenAffiliate(ctx, input.affiliateId || null, stored);
  const chosen = await chosenServices(ctx, input.serviceIds, stored);

  const id = stored?.id ?? newId(ctx.now);
  const values = {
    code: input.code,
    description: input.description,
    type: input.type,
    discount: input.type === "FIXED" ? input.discount * 100 : input.discount,
    limitOnePerCustomer: input.limitOnePerCustomer,
    usageLimit: input.limitUsages ? (input.limit ?? null) : null,
    expiresAt:
      input.setExpiry && input.expiryDate
        ? readExpiry(input.expiryDate, stored?.expiresAt ?? null, agencyZone(ctx))
        : null,
    affiliateId: affiliate?.id ?? null,
  };
  const changes = stored
    ? changedFields(
        recorded,
        { ...stored, ...namesOf(stored) },
        { ...values, ...namesOf({ affiliate, services: chosen }) },
      )
    : [];
  try {
    await atomicBatch(db, [
      stored
        ? db
            .update(coupons)
            .set({ ...values, version: sql`${coupons.version} + 1` })
            .where(and(eq(coupons.id, id), eq(coupons.version, stored.version), isNull(coupons.deletedAt)))
        : db.insert(coupons).values({ ...values, id, createdAt: ctx.now }),
      assertRowsChanged(db),
      ...(stored ? [db.delete(couponServices).where(eq(couponServices.couponId, id))] : []),
      insertMany(
        db,
        couponServices,
        chosen.map((service) => ({ couponId: id, serviceId: service.id })),
      ),
      historyStatement(ctx, {
        entity: "coupon",
        entityId: id,
        action: stored ? "Coupon updated" : "Coupon created",
        changes,
      }),
    ]);
  } catch (error) {
    if (isUniqueViolation(error)) throw new Conflict("This code is already in use", "code");
    conflictOnPreconditionFailed(error);
  }
  return await couponDetails(ctx, id);
}

/** Accepts services on sale, and those the stored coupon already names. */
async function chosenServices(
  ctx: Context,
  ids: readonly string[],
  stored: Coupon | null,
): Promise<Coupon["services"]> {
  const rows = await ctx.db
    .select({ id: services.id, name: services.name, archivedAt: services.archivedAt })
    .from(services)
    .where(inArray(services.id, sql`(select value from json_each(${JSON.stringify(ids)}))`));
  const usable = rows.filter(
    ({ id, archivedAt }) => archivedAt === null || stored?.services.some((service) => service.id === id),
  );
  if (usable.length < ids.length) throw new Invalid("A chosen service is no longer available", "serviceIds");
  return usable;
}

/** Accepts current affiliates, and the one already stored. */
async function chosenAffiliate(ctx: Context, id: string | null, stored: Coupon | null): Promise<Coupon["affiliate"]> {
  if (id === null) return null;
  if (stored?.affiliate?.id === id) return stored.affiliate;
  const person = await ctx.db
    .select({ id: users.id, name: fullName(users) })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, "CUSTOMER"), eq(users.affiliate, true), isNull(users.deletedAt)))
    .get();
  if (!person) throw new Invalid("This affiliate does not exist", "affiliateId");
  return person;
}

/** History has names, not ids. */
const recorded = [
  "code",
  "description",
  "type",
  "discount",
  "limitOnePerCustomer",
  "usageLimit",
  "expiresAt",
  "affiliate",
  "services",
] as const;

const namesOf = ({ affiliate, services }: Pick<Coupon, "affiliate" | "services">) => ({
  affiliate: affiliate?.name ?? null,
  services: services
    .map(({ name }) => name)
    .sort()
    .join(", "),
});
