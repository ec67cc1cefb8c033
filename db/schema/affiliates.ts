import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  creditSources,
  orderCreditReasons,
  selfReferrals,
  signUpReasons,
} from "~/domain/affiliates/attributionReasons";
import { commissionKinds, commissionStatuses } from "~/domain/commissions/commissionStates";
import { cents, flag, id, time, version } from "../columns";
import { orders } from "./orders";
import { services } from "./services";
import { users } from "./users";

/**
 * One row a customer account: who brought it, or why nobody did; written with the account and never changed
 * (rules.md affiliates/attribution).
 */
export const attributions = sqliteTable(
  "attributions",
  {
    userId: text()
      .primaryKey()
      .references(() => users.id),
    /** Who is credited; null when nobody is. */
    affiliateId: text().references(() => users.id),
    reason: text({ enum: signUpReasons }).notNull(),
    selfReferral: text({ enum: selfReferrals }),
    /** Of the click, as far as one came along: kept also when it gave no credit. */
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
 * One row a paid order that an affiliate could have earned on: whether, how much, and why
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
    /** Hundredths of a percent, as agreed at that moment; null when nothing is agreed. */
    percent: integer(),
    decidedAt: time().notNull(),
  },
  (t) => [index("order_credits_affiliate").on(t.affiliateId, t.decidedAt, t.orderId)],
);

export const payouts = sqliteTable(
  "payouts",
  {
    id: id(),
    /** The form that made it; the same key makes one payout. */
    requestKey: text().notNull(),
    /** Affiliates who had less to get were left out; cents. */
    minimum: cents().notNull(),
    note: text().notNull().default(""),
    createdById: text()
      .notNull()
      .references(() => users.id),
    createdAt: time().notNull(),
  },
  (t) => [uniqueIndex("payouts_request").on(t.requestKey), index("payouts_created").on(t.createdAt, t.id)],
);

/**
 * What an affiliate earns on an order, and the negative lines that refunds write against what was paid out
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
    /** 'refereeClientId' on the wire: the customer as of the payment; moved orders leave it (rules.md orders/move). */
    clientId: text()
      .notNull()
      .references(() => users.id),
    /** 'referrerClientId' on the wire. */
    affiliateId: text()
      .notNull()
      .references(() => users.id),
    /** What was really paid for the order. */
    orderAmount: cents().notNull(),
    /** Hundredths of a percent. */
    percent: integer().notNull(),
    /** Negative in a reversal; positive there when what it took back came again. */
    amount: cents().notNull(),
    orderPaidAt: time().notNull(),
    status: text({ enum: commissionStatuses }).notNull(),
    selfReferral: text({ enum: selfReferrals }),
    /** A refund or cancellation took it back before it was paid out: it counts nowhere and no status can be set. */
    voidedAt: time(),
    voidReason: text(),
    approvedAt: time(),
    paidAt: time(),
    payoutId: text().references(() => payouts.id),
    /** The event that a reversal answers, so that a repeated one writes nothing. */
    dedupeKey: text(),
    createdAt: time().notNull(),
    version: version(),
  },
  (t) => [
    uniqueIndex("commissions_order").on(t.orderId).where(sql`kind = 'earned'`),
    uniqueIndex("commissions_dedupe").on(t.dedupeKey),
    index("commissions_order_lines").on(t.orderId),
    index("commissions_created").on(t.createdAt, t.id),
    index("commissions_paid_date").on(t.orderPaidAt, t.id),
    index("commissions_status").on(t.status, t.orderPaidAt, t.id),
    index("commissions_affiliate").on(t.affiliateId, t.createdAt, t.id),
    index("commissions_client").on(t.clientId, t.orderPaidAt, t.id),
    index("commissions_payout").on(t.payoutId).where(sql`payout_id is not null`),
  ],
);

/** How many commissions have a status, kept by triggers so that no page counts rows. */
export const commissionCounters = sqliteTable("commission_counters", {
  status: text({ enum: commissionStatuses }).primaryKey(),
  count: integer().notNull(),
});

/** What the clients of an affiliate have paid less what was given back, kept by triggers: no page reads their orders for it. */
export const affiliateTotals = sqliteTable("affiliate_totals", {
  affiliateId: text().primaryKey(),
  revenue: cents().notNull(),
  /** Their latest paid order. */
  latestPaidAt: time(),
  latestOrderId: text(),
});

/** How the programme is run: one row, made by the migration. */
export const affiliateProgramme = sqliteTable("affiliate_programme", {
  id: text({ enum: ["programme"] }).primaryKey(),
  /** Days after the payment in which a commission may not be approved; 0 = off (rules.md commissions/statuses). */
  holdingDays: integer().notNull().default(30),
  /** Approve by itself once the holding period is over. */
  autoApprove: flag().notNull().default(false),
  /** A payout leaves out who has less to get; cents. */
  minimumPayout: cents().notNull().default(0),
  version: version(),
});

/**
 * Visits a day (`day` = ms UTC / 86,400,000) and affiliate, kept by a trigger: they outlive the visits
 * (rules.md retention/periods). The day first: all that a batch of visits counts lies together, however long the
 * programme has run.
 */
export const visitTotals = sqliteTable(
  "visit_totals",
  {
    affiliateId: text().notNull(),
    day: integer().notNull(),
    /** Not marked as bots: 'visitors' of the statistics (rules.md affiliates/statistics). */
    visits: integer().notNull().default(0),
    bots: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.affiliateId] })],
);
