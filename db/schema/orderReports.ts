import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, time } from "../columns";
import { orders } from "./orders";

/** Files and links that staff deliver for an order. The customer opens and downloads them. */
export const orderReports = sqliteTable(
  "order_reports",
  {
    id: id(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    /** Empty for a link. */
    uploadKey: text().notNull(),
    /** A link's address without https://. */
    fileName: text().notNull(),
    createdById: text().notNull(),
    createdAt: time().notNull(),
    /** The address of a link; null for a file. */
    url: text(),
  },
  (t) => [index("order_reports_order").on(t.orderId, t.createdAt, t.id)],
);
