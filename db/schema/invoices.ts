import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { paymentAccounts } from "~/domain/ports/payments";
import { cents, id, time } from "../columns";
import { orders } from "./orders";

/** Issued once per order in the settling batch, with a running number per account (rules.md invoices/issue). */
export const invoices = sqliteTable(
  "invoices",
  {
    id: id(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    account: text({ enum: paymentAccounts }).notNull(),
    number: integer().notNull(),
    /**
     * The client named on the invoice. It does not change when the order moves to another client
     * (rules.md orders/move).
     */
    clientId: text().notNull().default(""),
    clientName: text().notNull().default(""),
    clientEmail: text().notNull().default(""),
    /** US or IN: the issuing entity from the brand configuration. */
    issuer: text({ enum: ["US", "IN"] }).notNull(),
    subtotal: cents().notNull(),
    /** What was charged ('discountedAmount' in the API; rules.md pricing/amount-names). */
    charged: cents().notNull(),
    transactionId: text().notNull(),
    paidAt: time().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [
    uniqueIndex("invoices_order").on(t.orderId),
    uniqueIndex("invoices_number").on(t.account, t.number),
    index("invoices_client").on(t.clientId, t.createdAt, t.id),
  ],
);
