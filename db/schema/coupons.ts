import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { couponStatuses, couponTypes, couponUseStates } from "~/domain/coupons/couponStates";
import { flag, id, time, version } from "../columns";
import { orders } from "./orders";
import { services } from "./services";
import { users } from "./users";

export const coupons = sqliteTable(
  "coupons",
  {
    id: id(),
    /** Upper case. */
    code: text().notNull(),
    description: text().notNull().default(""),
    type: text({ enum: couponTypes }).notNull(),
    /** FIXED: cents. PERCENTAGE: percent. */
    discount: integer().notNull(),
    status: text({ enum: couponStatuses }).notNull().default("ACTIVE"),
    limitOnePerCustomer: flag().notNull().default(false),
    /** How many orders can use it; null = unlimited. */
    usageLimit: integer(),
    /** Refused from this moment on (ms UTC); null = never. */
    expiresAt: time(),
    /** Credited for orders of clients without an attribution. */
    affiliateId: text().references(() => users.id),
    /** Uses per state, kept by triggers: the limit is one comparison, and no list counts rows. */
    heldCount: integer().notNull().default(0),
    usedCount: integer().notNull().default(0),
    releasedCount: integer().notNull().default(0),
    createdAt: time().notNull(),
    deletedAt: time(),
    version: version(),
  },
  (t) => [
    uniqueIndex("coupons_code").on(t.code).where(sql`deleted_at is null`),
    index("coupons_created").on(t.createdAt, t.id),
    index("coupons_affiliate").on(t.affiliateId).where(sql`affiliate_id is not null`),
  ],
);

export const couponServices = sqliteTable(
  "coupon_services",
  {
    couponId: text()
      .notNull()
      .references(() => coupons.id),
    serviceId: text()
      .notNull()
      .references(() => services.id),
  },
  (t) => [primaryKey({ columns: [t.couponId, t.serviceId] })],
);

/** One row per order with a coupon: what the limits count (rules.md coupons/holds). */
export const couponUses = sqliteTable(
  "coupon_uses",
  {
    orderId: text()
      .primaryKey()
      .references(() => orders.id),
    couponId: text()
      .notNull()
      .references(() => coupons.id),
    clientId: text()
      .notNull()
      .references(() => users.id),
    state: text({ enum: couponUseStates }).notNull(),
    createdAt: time().notNull(),
    changedAt: time().notNull(),
  },
  (t) => [index("coupon_uses_coupon").on(t.couponId, t.state), index("coupon_uses_client").on(t.clientId, t.couponId)],
);
