import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { paymentAccounts } from "~/domain/ports/payments";
import type { InvoiceHead } from "~/domain/ports/printer";
import { cents, id, json, time } from "../columns";
import { orders } from "./orders";

/** What invoices show of the agency, each content once: few rows for many invoices (rules.md invoices/issue). */
export const invoiceHeads = sqliteTable("invoice_heads", { id: id(), head: json<InvoiceHead>().notNull() }, (t) => [
  uniqueIndex("invoice_heads_head").on(t.head),
]);

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
    /** US or IN: the issuing entity. */
    issuer: text({ enum: ["US", "IN"] }).notNull(),
    /** The agency as it was at issue. Null for an invoice of an earlier release, which shows today's settings. */
    headId: text().references(() => invoiceHeads.id),
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
