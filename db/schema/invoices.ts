import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { paymentAccounts } from "~/domain/catalogue/serviceTypes";
import { cents, id, time } from "../columns";
import { orders } from "./orders";

/** Issued in the settle batch, once an order, with a running number per account (rules.md invoices/issue). */
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
     * Whom it was issued to, as named then: it stays theirs when the order moves to another client
     * (rules.md orders/move).
     */
    clientId: text().notNull().default(""),
    clientName: text().notNull().default(""),
    clientEmail: text().notNull().default(""),
    /** US or IN: which issuing entity of the brand configuration stands on it. */
    issuer: text({ enum: ["US", "IN"] }).notNull(),
    subtotal: cents().notNull(),
    /** What was charged ('discountedAmount' on the wire; rules.md pricing/amount-names). */
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
