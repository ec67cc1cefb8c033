import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { frequencies } from "~/domain/catalogue/serviceTypes";
import type { FormerOrder } from "~/domain/orders/formerOrder";
import type { BillingAddress, EntryItem, OrderSource, OrderSubStatus } from "~/domain/orders/orderParts";
import { orderStatuses, paymentTypes, payStates } from "~/domain/orders/orderStates";
import { priorities } from "~/domain/orders/priorities";
import { tagColors } from "~/domain/orders/tagColors";
import type { Drip } from "~/domain/placements/drip";
import { paymentAccounts } from "~/domain/ports/payments";
import type { OrderWarning } from "~/domain/preflight/orderWarning";
import { roles } from "~/domain/roles";
import type { TaxLine } from "~/domain/taxes";
import { cents, id, json, time, version } from "../columns";
import { packages, services } from "./services";
import { users } from "./users";

export const orders = sqliteTable(
  "orders",
  {
    id: id(),
    /** The short number that people use (rules.md orders/ids), e.g. 10482. */
    number: integer().notNull(),
    serviceId: text()
      .notNull()
      .references(() => services.id),
    serviceName: text().notNull(),
    clientId: text()
      .notNull()
      .references(() => users.id),
    billing: json<BillingAddress>().notNull(),
    status: text({ enum: orderStatuses }).notNull(),
    /** The status to which a super admin can return a cancelled order. */
    statusBeforeCancel: text({ enum: orderStatuses }),
    subStatuses: json<OrderSubStatus[]>().notNull(),
    assignedToId: text().references(() => users.id),
    notes: text().notNull().default(""),
    cancelReason: text(),
    paymentType: text({ enum: paymentTypes }).notNull(),
    account: text({ enum: paymentAccounts }).notNull(),
    orderDuration: integer().notNull(),
    frequency: text({ enum: frequencies }).notNull(),
    /** Sum of quantity x unit price, before any discount. */
    subtotal: cents().notNull(),
    /** After tier discounts, before the coupon: 'totalPrice' in the API (rules.md pricing/amount-names). */
    tieredTotal: cents().notNull(),
    /** The amount to charge, with the added taxes. */
    total: cents().notNull(),
    /** The added taxes. */
    tax: cents().notNull().default(0),
    /** Frozen when the order is placed; null without a tax (rules.md taxes/frozen). */
    taxLines: json<TaxLine[]>(),
    couponCode: text(),
    /** Kept after the coupon is deleted (rules.md coupons/badges): codes can be reused. */
    couponId: text(),
    payState: text({ enum: payStates }).notNull().default("unpaid"),
    refunded: cents().notNull().default(0),
    /** One open payable at a time: a PaymentIntent, a Checkout Session, or a SetupIntent when nothing is due. */
    paymentIntentId: text(),
    checkoutSessionId: text(),
    setupIntentId: text(),
    /** What the card statement adds, frozen when the order is placed (rules.md payments/statement). */
    statementText: text(),
    /** Identifies the checkout form: the same key returns the same order (rules.md checkout/one-order). */
    checkoutKey: text(),
    transactionDetails: text(),
    subscriptionId: text(),
    cycle: integer(),
    uploadKey: text(),
    source: json<OrderSource>().notNull(),
    createdBy: text().notNull(),
    createdAt: time().notNull(),
    /** When the delivery is due; null without a deadline and while the clock stands still (rules.md orders/due). */
    dueAt: time(),
    /** Working ms that remain when the clock stands still; null without a deadline. Negative: it was overdue. */
    clockLeftMs: integer(),
    /** Working ms that were used before `runningSince`; null until the clock first ran. */
    workedMs: integer(),
    /** The clock runs since then; null while it stands still. */
    runningSince: time(),
    /** A delivery waits for the client's answer since then. */
    awaitingSince: time(),
    /** For staff only, as are the tags and the snooze. */
    priority: text({ enum: priorities }).notNull().default("normal"),
    /** Out of the work queue until then. */
    snoozedUntil: time(),
    snoozeReason: text(),
    startedAt: time(),
    paidAt: time(),
    completedAt: time(),
    /** The customer's response to the delivery: when it was approved, and how often changes were requested. */
    approvedAt: time(),
    changeRequests: integer().notNull().default(0),
    /** How the links of tracked packages start, as chosen at checkout; null when all start immediately. */
    drip: json<Drip>(),
    /** What the pre-flight warned of in the rows that were ordered by sheet; null without a sheet. */
    warnings: json<OrderWarning[]>(),
    version: version(),
  },
  (t) => [
    // Every index that names the status is written again at each of the four status changes of an order.
    uniqueIndex("orders_number").on(t.number),
    uniqueIndex("orders_checkout_key").on(t.checkoutKey),
    uniqueIndex("orders_payment_intent").on(t.account, t.paymentIntentId).where(sql`payment_intent_id is not null`),
    uniqueIndex("orders_cycle").on(t.subscriptionId, t.cycle).where(sql`subscription_id is not null`),
    index("orders_created").on(t.createdAt, t.id),
    index("orders_status").on(t.status, t.createdAt, t.id),
    index("orders_client").on(t.clientId, t.createdAt, t.id),
    index("orders_client_status").on(t.clientId, t.status, t.createdAt, t.id),
    // Without a chosen status the list merges the statuses (orderListRows).
    index("orders_service_status").on(t.serviceId, t.status, t.createdAt, t.id),
    index("orders_assigned_status").on(t.assignedToId, t.status, t.createdAt, t.id),
    // A day's completed orders in list order, so that a range of days can be merged.
    index("orders_completed_day")
      .on(sql`completed_at / 86400000`, t.createdAt, t.id)
      .where(sql`completed_at is not null`),
    // Covers everything that revenue sums, so that the dashboard reads no order rows.
    index("orders_paid").on(t.paidAt, t.status, t.clientId, t.assignedToId, t.total).where(sql`paid_at is not null`),
    // The services that a client has bought.
    index("orders_client_service").on(t.clientId, t.serviceId).where(sql`paid_at is not null`),
    // A client's first and last payment, for the reports.
    index("orders_client_paid").on(t.clientId, t.paidAt).where(sql`paid_at is not null`),
    // The work queue reads its groups from these alone, and each signed-in page of staff counts its work.
    index("orders_work")
      .on(t.assignedToId, t.status, t.awaitingSince, t.dueAt, t.snoozedUntil, t.id)
      .where(sql`status in ('Active', 'Working')`),
    // Most orders are normal and have no entry.
    index("orders_priority").on(t.priority, t.createdAt, t.id).where(sql`priority <> 'normal'`),
    index("orders_snoozed").on(t.assignedToId, t.snoozedUntil, t.id).where(sql`snoozed_until is not null`),
  ],
);

export const orderItems = sqliteTable(
  "order_items",
  {
    id: id(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    packageId: text()
      .notNull()
      .references(() => packages.id),
    packageName: text().notNull(),
    addOn: text(),
    quantity: integer().notNull(),
    /** Package plus add-on, cents per unit. */
    unitPrice: cents().notNull(),
    tierPercent: integer().notNull().default(0),
    lineTotal: cents().notNull(),
    sequence: integer().notNull(),
  },
  (t) => [index("order_items_order").on(t.orderId, t.sequence), index("order_items_package").on(t.packageId)],
);

/** Project details that the customer or staff entered for a package. */
export const orderEntries = sqliteTable(
  "order_entries",
  {
    id: id(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    packageId: text()
      .notNull()
      .references(() => packages.id),
    /** The side that wrote it. Only that side can change it (rules.md orders/edit-entry). */
    role: text({ enum: roles }).notNull(),
    createdById: text().notNull(),
    items: json<EntryItem[]>().notNull(),
    createdAt: time().notNull(),
    version: version(),
  },
  (t) => [index("order_entries_order").on(t.orderId, t.createdAt), index("order_entries_package").on(t.packageId)],
);

/** Words that staff give to orders. Clients never see them. */
export const tags = sqliteTable(
  "tags",
  {
    id: id(),
    name: text().notNull(),
    nameFolded: text().notNull(),
    color: text({ enum: tagColors }).notNull(),
    createdAt: time().notNull(),
  },
  (t) => [uniqueIndex("tags_named").on(t.nameFolded)],
);

export const orderTags = sqliteTable(
  "order_tags",
  {
    orderId: text()
      .notNull()
      .references(() => orders.id),
    tagId: text()
      .notNull()
      .references(() => tags.id),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.tagId] }), index("order_tags_tag").on(t.tagId, t.orderId)],
);

/** The last change of many orders by each person, for as long as it can be undone (rules.md orders/bulk). */
export const orderUndos = sqliteTable("order_undos", {
  userId: text()
    .primaryKey()
    .references(() => users.id),
  id: text().notNull(),
  changedAt: time().notNull(),
  expiresAt: time().notNull(),
  former: json<FormerOrder[]>().notNull(),
});

/** Orders by scope ('all' or a client id) and status, kept by triggers so that no page counts rows. */
export const orderCounters = sqliteTable(
  "order_counters",
  {
    scope: text().notNull(),
    status: text({ enum: orderStatuses }).notNull(),
    count: integer().notNull(),
    /** Of these, the orders that are or were paid, and the sum of their totals, before refunds. */
    paidCount: integer().notNull().default(0),
    paidAmount: cents().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.scope, t.status] })],
);

/**
 * What was typed at a checkout that was left to sign in or to enter a list. Kept for 24 hours and found by a cookie,
 * and by its client once they have signed in.
 */
export const checkoutDrafts = sqliteTable(
  "checkout_drafts",
  {
    id: id(),
    serviceId: text().notNull(),
    form: json<Record<string, string | string[]>>().notNull(),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
    /** Null for a visitor, and for staff who act as a client. */
    clientId: text().references(() => users.id),
  },
  (t) => [
    index("checkout_drafts_expires").on(t.expiresAt),
    index("checkout_drafts_client").on(t.clientId, t.serviceId, t.createdAt).where(sql`client_id is not null`),
    // Few drafts have a client, and only they are mailed.
    index("checkout_drafts_mailed").on(t.createdAt).where(sql`client_id is not null`),
  ],
);

/**
 * Mails about checkouts that were not paid. The key of the checkout's form names the cart, so a draft and the order
 * that it becomes are one (rules.md carts/mails).
 */
export const cartMails = sqliteTable(
  "cart_mails",
  {
    cartKey: text().notNull(),
    /** 1 or 2. */
    number: integer().notNull(),
    clientId: text()
      .notNull()
      .references(() => users.id),
    queuedAt: time().notNull(),
    /** Set before the mail leaves, so that a killed run loses a mail and never sends it twice. */
    sentAt: time(),
  },
  (t) => [
    primaryKey({ columns: [t.cartKey, t.number] }),
    index("cart_mails_client").on(t.clientId),
    index("cart_mails_queued").on(t.queuedAt),
  ],
);
