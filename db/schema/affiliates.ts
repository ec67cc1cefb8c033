import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  creditSources,
  orderCreditReasons,
  selfReferrals,
  signUpReasons,
} from "~/domain/attribution/attributionReasons";
import { commissionKinds, commissionStatuses } from "~/domain/commissions/commissionStates";
import { cents, flag, id, time, version } from "../columns";
import { orders } from "./orders";
import { services } from "./services";
import { users } from "./users";

/**
 * One row per customer account: the affiliate who referred it, or why there is none. Written with the account and never
 * changed (rules.md affiliates/attribution).
 */
export const attributions = sqliteTable(
  "attributions",
  {
    userId: text()
      .primaryKey()
      .references(() => users.id),
    /** The credited affiliate; null for none. */
    affiliateId: text().references(() => users.id),
    reason: text({ enum: signUpReasons }).notNull(),
    selfReferral: text({ enum: selfReferrals }),
    /** From the click, kept even when it earned no credit. */
    affiliateCode: text(),
    visitId: text(),
    clickedAt: time(),
    decidedAt: time().notNull(),
  },
  (t) => [
    index("attributions_affiliate").on(t.affiliateId, t.decidedAt, t.userId).where(sql`affiliate_id is not null`),
  ],
);

/**
 * One row per paid order that an affiliate could have earned on: whether, how much, and why
 * (rules.md commissions/agreements).
 */
export const orderCredits = sqliteTable(
  "order_credits",
  {
    orderId: text()
      .primaryKey()
      .references(() => orders.id),
    affiliateId: text()
      .notNull()
      .references(() => users.id),
    source: text({ enum: creditSources }).notNull(),
    reason: text({ enum: orderCreditReasons }).notNull(),
    selfReferral: text({ enum: selfReferrals }),
    /** Hundredths of a percent, as agreed at that time; null when no rate is set. */
    percent: integer(),
    decidedAt: time().notNull(),
  },
  (t) => [
    index("order_credits_affiliate").on(t.affiliateId, t.decidedAt, t.orderId),
    index("order_credits_unearned").on(t.affiliateId, t.orderId).where(sql`reason not in ('perpetual', 'firstTime')`),
  ],
);

export const payouts = sqliteTable(
  "payouts",
  {
    id: id(),
    /** Identifies the submitted form, so that resending it creates no second payout. */
    requestKey: text().notNull(),
    /** Affiliates below this amount were left out. Cents. */
    minimum: cents().notNull(),
    note: text().notNull().default(""),
    createdById: text()
      .notNull()
      .references(() => users.id),
    createdAt: time().notNull(),
    /** The sums of its shares, kept by triggers. */
    affiliates: integer().notNull().default(0),
    lines: integer().notNull().default(0),
    total: cents().notNull().default(0),
  },
  (t) => [uniqueIndex("payouts_request").on(t.requestKey), index("payouts_created").on(t.createdAt, t.id)],
);

/** What a payout pays to each affiliate, kept by triggers on commissions so that no list adds up its lines. */
export const payoutShares = sqliteTable(
  "payout_shares",
  {
    payoutId: text().notNull(),
    affiliateId: text().notNull(),
    lines: integer().notNull(),
    total: cents().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.payoutId, t.affiliateId] }),
    index("payout_shares_affiliate").on(t.affiliateId, t.payoutId),
  ],
);

/**
 * What an affiliate earns on an order, and the negative lines that refunds write against paid-out commissions
 * (rules.md commissions/amount).
 */
export const commissions = sqliteTable(
  "commissions",
  {
    id: id(),
    kind: text({ enum: commissionKinds }).notNull(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    serviceId: text()
      .notNull()
      .references(() => services.id),
    /**
     * 'refereeClientId' in the API: the customer at the time of payment. Moving the order does not change it
     * (rules.md orders/move).
     */
    clientId: text()
      .notNull()
      .references(() => users.id),
    /** 'referrerClientId' in the API. */
    affiliateId: text()
      .notNull()
      .references(() => users.id),
    /** What was paid for the order. */
    orderAmount: cents().notNull(),
    /** Hundredths of a percent. */
    percent: integer().notNull(),
    /** Negative in a reversal, positive when a reversal is reversed. */
    amount: cents().notNull(),
    orderPaidAt: time().notNull(),
    status: text({ enum: commissionStatuses }).notNull(),
    selfReferral: text({ enum: selfReferrals }),
    /**
     * Set when a refund or cancellation voided it before payout. A void commission counts nowhere and accepts no
     * status.
     */
    voidedAt: time(),
    voidReason: text(),
    approvedAt: time(),
    paidAt: time(),
    payoutId: text().references(() => payouts.id),
    /** The event that caused a reversal, so that repeating it writes nothing. */
    dedupeKey: text(),
    createdAt: time().notNull(),
    version: version(),
  },
  (t) => [
    uniqueIndex("commissions_order").on(t.orderId).where(sql`kind = 'earned'`),
    uniqueIndex("commissions_dedupe").on(t.dedupeKey).where(sql`dedupe_key is not null`),
    index("commissions_order_lines").on(t.orderId),
    index("commissions_created").on(t.createdAt, t.id),
    index("commissions_paid_date").on(t.orderPaidAt, t.id),
    index("commissions_status").on(t.status, t.orderPaidAt, t.id),
    // Covers what an affiliate's figures of a range add up.
    index("commissions_affiliate").on(t.affiliateId, t.createdAt, t.id, t.status, t.amount, t.voidedAt),
    // By the moment at which each came into its status.
    index("commissions_affiliate_status")
      .on(
        t.affiliateId,
        t.status,
        sql`case status when 'CREATED' then order_paid_at when 'APPROVED' then approved_at else paid_at end`,
      )
      .where(sql`voided_at is null`),
    index("commissions_void").on(t.affiliateId, t.orderId).where(sql`voided_at is not null and kind = 'earned'`),
    index("commissions_client").on(t.clientId, t.orderPaidAt, t.id),
    index("commissions_payout").on(t.payoutId).where(sql`payout_id is not null`),
  ],
);

/** Commissions per status, kept by triggers so that no page counts rows. */
export const commissionCounters = sqliteTable("commission_counters", {
  status: text({ enum: commissionStatuses }).primaryKey(),
  count: integer().notNull(),
});

/** An affiliate's commissions that are not void, per status, kept by triggers. */
export const affiliateCommissions = sqliteTable(
  "affiliate_commissions",
  {
    affiliateId: text().notNull(),
    status: text({ enum: commissionStatuses }).notNull(),
    count: integer().notNull(),
    amount: cents().notNull(),
  },
  (t) => [primaryKey({ columns: [t.affiliateId, t.status] })],
);

/**
 * An affiliate's clients, and what they have paid minus refunds, kept by triggers so that no page reads their orders.
 */
export const affiliateTotals = sqliteTable("affiliate_totals", {
  affiliateId: text().primaryKey(),
  revenue: cents().notNull(),
  /** When one of them last paid. */
  latestPaidAt: time(),
  latestOrderId: text(),
  /** Clients referred at their sign-up. */
  referrals: integer().notNull().default(0),
});

/** Settings of the affiliate programme: one row, created by the migration. */
export const affiliateProgramme = sqliteTable("affiliate_programme", {
  id: text({ enum: ["programme"] }).primaryKey(),
  /** Days after payment during which a commission cannot be approved; 0 = off (rules.md commissions/statuses). */
  holdingDays: integer().notNull().default(30),
  /** Approve automatically when the holding period ends. */
  autoApprove: flag().notNull().default(false),
  /** A payout leaves out affiliates below this amount. Cents. */
  minimumPayout: cents().notNull().default(0),
  /**
   * The rate of services without one of the affiliate's own: hundredths of a percent, 0 = none (rules.md
   * commissions/agreements).
   */
  defaultPercent: integer().notNull().default(0),
  defaultFirstTime: flag().notNull().default(false),
  defaultPerpetual: flag().notNull().default(false),
  version: version(),
});

/** Where an affiliate is paid. Sealed, because the portal only copies it into the file of a payout. */
export const payeeDetails = sqliteTable("payee_details", {
  userId: text()
    .primaryKey()
    .references(() => users.id),
  sealed: text().notNull(),
  updatedAt: time().notNull(),
});

/**
 * Visits per day (`day` = ms UTC / 86,400,000) and affiliate, kept by a trigger and longer than the visits
 * (rules.md retention/periods). The day comes first, so that one batch of visits updates neighbouring rows.
 */
export const visitTotals = sqliteTable(
  "visit_totals",
  {
    affiliateId: text().notNull(),
    day: integer().notNull(),
    /** Excluding bots: 'visitors' in the statistics (rules.md affiliates/statistics). */
    visits: integer().notNull().default(0),
    bots: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.affiliateId] })],
);
