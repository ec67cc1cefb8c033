import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { paymentAccounts } from "~/domain/catalogue/serviceTypes";
import { cents, id, time } from "../columns";
import { orders } from "./orders";

/** Issued in the settle batch, once an order, with a running number per account (decision O21). */
export const invoices = sqliteTable(
  "invoices",
  {
    id: id(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    account: text({ enum: paymentAccounts }).notNull(),
    number: integer().notNull(),
    /** US or IN: which issuing entity of the brand configuration stands on it. */
    issuer: text({ enum: ["US", "IN"] }).notNull(),
    subtotal: cents().notNull(),
    /** What was charged ('discountedAmount' on the wire, decision C17). */
    charged: cents().notNull(),
    transactionId: text().notNull(),
    paidAt: time().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [uniqueIndex("invoices_order").on(t.orderId), uniqueIndex("invoices_number").on(t.account, t.number)],
);
