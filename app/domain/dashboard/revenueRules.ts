import { sql } from "drizzle-orm";
import type { DashboardRange } from "../dateRange";
import { unpaidStatuses } from "../orders/orderStates";

const unpaid = sql.raw(unpaidStatuses.map((status) => `'${status}'`).join(", "));

/**
 * What counts as paid (rules.md orders/unpaid, reports/revenue). Literal text, because the planner uses a partial
 * index only for the identical expression.
 */
export const isPaid = sql`paid_at is not null and status not in (${unpaid})`;
export const paidIn = ({ from, to }: DashboardRange) =>
  sql`paid_at is not null and paid_at between ${from} and ${to} and status not in (${unpaid})`;
export const refundedIn = ({ from, to }: DashboardRange, refunds: "refunds" | "r") =>
  sql`${sql.raw(refunds)}.refunded_at is not null and ${sql.raw(refunds)}.refunded_at between ${from} and ${to} and ${sql.raw(refunds)}.state = 'succeeded'`;
