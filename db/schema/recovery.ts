import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { numberKinds } from "~/domain/numbering/numberKinds";
import { paymentAccounts } from "~/domain/ports/payments";
import { unmatchedStates } from "~/domain/recovery/unmatchedStates";
import { cents, id, time } from "../columns";

/** How far each payment account was read. It travels with the database, so a restored copy reads on from there. */
export const paymentEventMarks = sqliteTable("payment_event_marks", {
  account: text({ enum: paymentAccounts }).primaryKey(),
  /** Every event up to this moment was worked on, or is kept in payment_event_failures. */
  readUpTo: time().notNull(),
  /** When the provider was last asked whether it knows payments of orders that are missing here. */
  numbersCheckedAt: time().notNull(),
});

/** Events whose work failed: retried once an hour, and for people once the tries are used up. */
export const paymentEventFailures = sqliteTable(
  "payment_event_failures",
  {
    /** The event, or the payment for one that is older than the provider keeps events. */
    id: id(),
    account: text({ enum: paymentAccounts }).notNull(),
    type: text().notNull(),
    tries: integer().notNull().default(1),
    /** A name only: messages of a provider or database may carry secrets. */
    lastError: text().notNull(),
    firstFailedAt: time().notNull(),
    lastFailedAt: time().notNull(),
  },
  (t) => [index("payment_event_failures_account").on(t.account, t.lastFailedAt)],
);

/** Numbers are given above these, as a newer database may have given those below. */
export const numberFloors = sqliteTable("number_floors", {
  kind: text({ enum: numberKinds }).primaryKey(),
  above: integer().notNull(),
  raisedAt: time().notNull(),
});

/** Money that was received for an order which cannot be rebuilt. */
export const unmatchedPayments = sqliteTable(
  "unmatched_payments",
  {
    id: id(),
    account: text({ enum: paymentAccounts }).notNull(),
    paymentIntentId: text().notNull(),
    amount: cents().notNull(),
    /** As the provider knows them; null when it names none. */
    clientName: text(),
    clientEmail: text(),
    orderNumber: integer(),
    /** Why it could not be rebuilt, for people. */
    reason: text().notNull(),
    paidAt: time().notNull(),
    state: text({ enum: unmatchedStates }).notNull().default("open"),
    refundedById: text(),
    createdAt: time().notNull(),
  },
  (t) => [
    uniqueIndex("unmatched_payments_intent").on(t.account, t.paymentIntentId),
    index("unmatched_payments_state").on(t.state, t.createdAt),
  ],
);
