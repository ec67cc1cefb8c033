import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { frequencies } from "~/domain/catalogue/serviceTypes";
import type { BillingAddress, EntryItem, OrderSource, OrderSubStatus } from "~/domain/orders/orderParts";
import { orderStatuses, paymentTypes, payStates } from "~/domain/orders/orderStates";
import { paymentAccounts } from "~/domain/ports/payments";
import { roles } from "~/domain/roles";
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
    /** The amount to charge. */
    total: cents().notNull(),
    couponCode: text(),
    /** Kept after the coupon is deleted (rules.md coupons/badges): codes can be reused. */
    couponId: text(),
    payState: text({ enum: payStates }).notNull().default("unpaid"),
    refunded: cents().notNull().default(0),
    /** One open payable at a time: a PaymentIntent, a Checkout Session, or a SetupIntent when nothing is due. */
    paymentIntentId: text(),
    checkoutSessionId: text(),
    setupIntentId: text(),
    /** Identifies the checkout form: the same key returns the same order (rules.md checkout/one-order). */
    checkoutKey: text(),
    transactionDetails: text(),
    subscriptionId: text(),
    cycle: integer(),
    uploadKey: text(),
    source: json<OrderSource>().notNull(),
    createdBy: text().notNull(),
    createdAt: time().notNull(),
    startedAt: time(),
    paidAt: time(),
    completedAt: time(),
    /** The customer's response to the delivery: when it was approved, and how often changes were requested. */
    approvedAt: time(),
    changeRequests: integer().notNull().default(0),
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
    // A client's first and last payment, for the reports.
    index("orders_client_paid").on(t.clientId, t.paidAt).where(sql`paid_at is not null`),
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

/** What a visitor typed before the checkout asked them to sign in. Kept for 24 hours and found only by a cookie. */
export const checkoutDrafts = sqliteTable(
  "checkout_drafts",
  {
    id: id(),
    serviceId: text().notNull(),
    form: json<Record<string, string | string[]>>().notNull(),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
  },
  (t) => [index("checkout_drafts_expires").on(t.expiresAt)],
);
