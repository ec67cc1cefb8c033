import { type SQL, sql } from "drizzle-orm";
import { fullNameById } from "~db/fullName";
import { isPaid, paidIn, refundedIn } from "../dashboard/revenueRules";
import type { DashboardRange } from "../dateRange";

/**
 * The revenue of the given ranges as the dashboard counts it (rules.md reports/revenue). One line per payment or
 * refund, for the order's current client and assignee. `place` is the index of the range. `at` and `orders` are set
 * for payments only.
 */
export const revenueLines = (ranges: readonly DashboardRange[]): SQL =>
  sql.join(
    ranges.map((range, index) => {
      const place = sql.raw(String(index));
      return sql`select ${place} as place, paid_at as at, client_id, assigned_to_id as admin_id, total as amount, 1 as orders from orders where ${paidIn(range)}
        union all
        select ${place}, null, o.client_id, o.assigned_to_id, -r.amount, 0 from refunds r cross join orders o on o.id = r.order_id where ${refundedIn(range, "r")}`;
    }),
    sql` union all `,
  );

/** When a client first or last paid, read by index. `client` is the column with the client id. */
export const paidOnce = (client: string, which: "first" | "last"): SQL =>
  sql`(select paid_at from orders indexed by orders_client_paid where orders.client_id = ${sql.raw(client)} and ${isPaid} order by paid_at ${sql.raw(which === "first" ? "asc" : "desc")} limit 1)`;

/** SQL for a user's full name; null for an unknown id. */
export const nameOf = (id: string): SQL<string | null> => fullNameById(sql.raw(id));
