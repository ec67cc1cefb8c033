import { type SQL, sql } from "drizzle-orm";
import { UTC } from "~/format/zones";
import { fullNameById } from "~db/fullName";
import { authorize, can } from "../access";
import type { Context } from "../context";
import { DAY_MS, type DashboardRange, dayOf, daysOf, defaultRange, rangeBefore } from "../dateRange";
import type { Cents } from "../money";
import { type OrderStatus, orderStatuses } from "../orders/orderStates";
import { localDay } from "./localDay";
import { paidIn, refundedIn } from "./revenueRules";

/** Rows per dashboard list. */
export const TOP = 5;

export interface Earner {
  id: string;
  name: string;
  revenue: Cents;
}

/** Money in cents, days yyyy-MM-dd, times ms UTC. Ranges include both ends. */
export interface Dashboard {
  range: DashboardRange;
  before: DashboardRange;
  /** One entry per day of the range, including days without revenue. */
  revenueByDate: { day: string; revenue: Cents }[];
  totalRevenue: Cents;
  revenueBefore: Cents;
  revenueByClients: Earner[];
  /** By the order's assignee; null for roles that may not see it (rules.md reports/who-sees). */
  revenueByAdmins: Earner[] | null;
  /**
   * Clients whose revenue changed most from the previous range; null for roles that may not see them (rules.md
   * reports/who-sees).
   */
  comparedClients: (Earner & { revenueBefore: Cents })[] | null;
  /** Orders by created date, as the order list filters them. */
  orderCount: { total: number; byStatus: Record<OrderStatus, number> };
  refundOrders: RefundOrder[];
}

export interface RefundOrder {
  id: string;
  number: number;
  clientName: string;
  total: Cents;
  /** Refunded within the range. */
  refunded: Cents;
  status: OrderStatus;
}

/**
 * The staff dashboard at /. Revenue is payments by paid date less refunds by refund date, in days of `zone`:
 * the agency's on pages, UTC in the API (rules.md reports/revenue, pages/agency-days). Unpaid orders never count
 * (rules.md orders/unpaid). The Refund Report holds paid orders that were refunded in the range, or paid in it and
 * Cancelled (rules.md refunds/recorded). Two indexed statements for any range (rules.md speed/dashboard). Throws
 * Forbidden for customers.
 */
export async function dashboard(ctx: Context, requested: DashboardRange | null, zone = UTC): Promise<Dashboard> {
  authorize(ctx, "dashboard.view");
  const range = requested ?? defaultRange(ctx.now, zone);
  const before = rangeBefore(range, zone);
  const senior = can(ctx.actor, "dashboard.agents");
  const [figures, refundOrders] = await ctx.db.batch([
    dashboardFigures(ctx, range, before, senior, zone),
    refundReport(ctx, range),
  ]);

  const of = (kind: FigureKind) => figures.filter((figure) => figure.kind === kind);
  const earners = (kind: FigureKind) =>
    of(kind).map(({ key, name, value }) => ({ id: key, name: name ?? "", revenue: value }));
  const byDay = new Map(of("day").map(({ key, value }) => [dayOf(Number(key) * DAY_MS), value]));
  const byStatus = Object.fromEntries(orderStatuses.map((status) => [status, 0])) as Record<OrderStatus, number>;
  for (const { key, value } of of("status")) byStatus[key as OrderStatus] = value;
  const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0);
  return {
    range,
    before,
    revenueByDate: daysOf(range, zone).map((day) => ({ day, revenue: byDay.get(day) ?? 0 })),
    totalRevenue: sum(of("day").map((day) => day.value)),
    revenueBefore: sum(of("day").map((day) => day.valueBefore)),
    revenueByClients: earners("client"),
    revenueByAdmins: senior ? earners("admin") : null,
    comparedClients: senior
      ? of("change").map(({ key, name, value, valueBefore }) => ({
          id: key,
          name: name ?? "",
          revenue: value,
          revenueBefore: valueBefore,
        }))
      : null,
    orderCount: { total: sum(of("status").map(({ value }) => value)), byStatus },
    refundOrders,
  };
}

type FigureKind = "day" | "client" | "admin" | "change" | "status";

/**
 * Reads the revenue of both ranges once and sums it by day, client and assignee; counts the range's orders by status.
 * `money` holds one line per payment or refund, which count for the order's current client and assignee. `key` is a
 * day number, a user or a status; `value` is cents, or orders.
 */
function dashboardFigures(ctx: Context, range: DashboardRange, before: DashboardRange, senior: boolean, zone: string) {
  const both = { from: before.from, to: range.to };
  const sums = sql`sum(iif(at >= ${range.from}, amount, 0)) as value, sum(iif(at < ${range.from}, amount, 0)) as value_before`;
  const top = (kind: FigureKind, from: SQL, order: SQL) =>
    sql`select * from (select ${sql.raw(`'${kind}'`)} as kind, id as key, value, value_before from ${from} order by ${order}, id limit ${sql.raw(String(TOP))})`;
  const kinds = [
    sql`select 'day' as kind, ${localDay("at", both, zone)} as key, ${sums} from money group by key`,
    top("client", sql`clients where value > 0`, sql`value desc`),
    ...(senior
      ? [
          top("change", sql`clients where value <> value_before`, sql`abs(value - value_before) desc`),
          top(
            "admin",
            sql`(select admin_id as id, ${sums} from money where admin_id is not null group by admin_id) where value > 0`,
            sql`value desc`,
          ),
        ]
      : []),
    // Names every status, so that the index by status covers the query.
    sql`select 'status', status, count(*), 0 from orders
      where status in (${sql.raw(orderStatuses.map((status) => `'${status}'`).join(", "))}) and created_at between ${range.from} and ${range.to}
      group by status`,
  ];
  const read = sql`with money as materialized (
      select paid_at as at, client_id, assigned_to_id as admin_id, total as amount from orders where ${paidIn(both)}
      union all
      select r.refunded_at, o.client_id, o.assigned_to_id, -r.amount from refunds r cross join orders o on o.id = r.order_id
        where ${refundedIn(both, "r")}
    ), clients as materialized (select client_id as id, ${sums} from money group by client_id)
    ${sql.join(kinds, sql` union all `)}`;
  return ctx.db
    .select({
      kind: sql<FigureKind>`s.kind`.as("kind"),
      key: sql<string>`s.key`.as("key"),
      name: fullNameById(sql`s.key`).as("name"),
      value: sql<number>`s.value`.as("value"),
      valueBefore: sql<number>`s.value_before`.as("value_before"),
    })
    .from(sql`(${read}) s`);
}

function refundReport(ctx: Context, range: DashboardRange) {
  // The plus keeps the planner on the paid date; by status it would read every order ever Cancelled. A won dispute
  // may return more than the range took, which is no refund: hence max(0).
  const refundedOrders = sql`select order_id, max(0, sum(amount)) as refunded from (
      select order_id, amount, 0 as cancelled from refunds where ${refundedIn(range, "refunds")}
      union all
      select id, 0, 1 from orders where ${paidIn(range)} and +status = 'Cancelled'
    ) group by order_id having sum(amount) > 0 or max(cancelled)`;
  return ctx.db
    .select({
      id: sql<string>`o.id`.as("id"),
      number: sql<number>`o.number`.as("number"),
      clientName: sql<string>`${fullNameById(sql`o.client_id`)}`.as("client_name"),
      total: sql<number>`o.total`.as("total"),
      refunded: sql<number>`f.refunded`.as("refunded"),
      status: sql<OrderStatus>`o.status`.as("status"),
    })
    .from(sql`(${refundedOrders}) f cross join orders o on o.id = f.order_id`)
    .orderBy(sql`o.total desc, o.number desc`)
    .limit(TOP);
}
