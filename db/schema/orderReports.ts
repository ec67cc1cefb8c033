import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, time } from "../columns";
import { orders } from "./orders";

/** Files that staff deliver for an order. The customer views and downloads them. */
export const orderReports = sqliteTable(
  "order_reports",
  {
    id: id(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    uploadKey: text().notNull(),
    fileName: text().notNull(),
    createdById: text().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [index("order_reports_order").on(t.orderId, t.createdAt, t.id)],
);
