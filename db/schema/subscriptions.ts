import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { frequencies } from "~/domain/catalogue/serviceTypes";
import { paymentAccounts } from "~/domain/ports/payments";
import { subscriptionStatuses } from "~/domain/subscriptions/subscriptionStates";
import { cents, id, time, version } from "../columns";
import { orders } from "./orders";
import { services } from "./services";
import { users } from "./users";

export const subscriptions = sqliteTable(
  "subscriptions",
  {
    id: id(),
    clientId: text()
      .notNull()
      .references(() => users.id),
    serviceId: text()
      .notNull()
      .references(() => services.id),
    serviceName: text().notNull(),
    initialOrderId: text()
      .notNull()
      .references(() => orders.id),
    account: text({ enum: paymentAccounts }).notNull(),
    customerId: text().notNull(),
    paymentMethodId: text().notNull(),
    status: text({ enum: subscriptionStatuses }).notNull(),
    /** The first order is cycle 1 (rules.md subscriptions/cycle-count). */
    currentCycle: integer().notNull().default(1),
    /** Frozen at purchase, without the coupon (rules.md coupons/first-payment). */
    renewalAmount: cents().notNull(),
    orderDuration: integer().notNull(),
    frequency: text({ enum: frequencies }).notNull(),
    /** Day of the month that renewals return to after a shorter month (rules.md subscriptions/anchor). */
    anchorDay: integer().notNull(),
    previousPayment: time().notNull(),
    nextPayment: time().notNull(),
    createdAt: time().notNull(),
    cancelledAt: time(),
    /** The charged card, for people and for the expiry notice; null until the provider was asked. */
    cardBrand: text(),
    cardLast4: text(),
    /** The first moment (ms UTC) at which it has expired. */
    cardExpiresAt: time(),
    /** Increases with every new card, which invalidates card links mailed before. */
    cardGeneration: integer().notNull().default(1),
    /** The customer's cancellation request and reason; staff decide. */
    cancelRequestedAt: time(),
    cancelRequest: text(),
    /** The end of what is paid, where its customer's cancellation takes effect. Null: it goes on, or has ended. */
    endsAt: time(),
    version: version(),
  },
  (t) => [
    uniqueIndex("subscriptions_initial_order").on(t.initialOrderId),
    index("subscriptions_due").on(t.status, t.nextPayment),
    index("subscriptions_next_payment").on(t.nextPayment, t.id),
    index("subscriptions_client").on(t.clientId, t.createdAt, t.id),
    index("subscriptions_created").on(t.createdAt, t.id),
    index("subscriptions_service").on(t.serviceId, t.status),
    index("subscriptions_status").on(t.status, t.createdAt, t.id),
    index("subscriptions_cancel_requested").on(t.createdAt, t.id).where(sql`cancel_requested_at is not null`),
    index("subscriptions_ends").on(t.endsAt, t.id).where(sql`ends_at is not null`),
  ],
);

/** Subscriptions by status, kept by triggers so that the list counts no rows. */
export const subscriptionCounters = sqliteTable("subscription_counters", {
  status: text({ enum: subscriptionStatuses }).primaryKey(),
  count: integer().notNull(),
});
