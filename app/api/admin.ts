import { z } from "zod";
import { type Dashboard, dashboard, type Earner } from "~/domain/dashboard/dashboard";
import { DashboardQuery } from "~/domain/dateRange";
import { toDollars } from "~/domain/money";
import { orderStatuses } from "~/domain/orders/orderStates";
import { assigneeOptions } from "~/domain/team/assigneeOptions";
import { type Endpoint, endpoint } from "./endpoint";
import { isoTime } from "./wire";

const earner = z.object({ id: z.string(), name: z.string(), revenue: z.number() });
const dashboardShape = z.object({
  fromDate: z.string(),
  toDate: z.string(),
  /** Every day of the range as yyyy-MM-dd. */
  revenueByDate: z.record(z.string(), z.number()),
  totalRevenue: z.number(),
  /** The preceding range of the same length. */
  previous: z.object({ fromDate: z.string(), toDate: z.string(), totalRevenue: z.number() }),
  /** Omitted, like the comparison, for actors without the permission. */
  revenueByAdmins: z.array(earner).optional(),
  revenueByClients: z.array(earner),
  clientsComparison: z.array(earner.extend({ previousRevenue: z.number() })).optional(),
  orderCount: z.object({ totalCount: z.number(), orderStatusCountMap: z.record(z.enum(orderStatuses), z.number()) }),
  refundOrders: z.array(
    z.object({
      id: z.string(),
      orderId: z.number(),
      totalAmount: z.number(),
      refundedAmount: z.number(),
      status: z.enum(orderStatuses),
    }),
  ),
});

const inDollars = <One extends Earner>(one: One) => ({ ...one, revenue: toDollars(one.revenue) });

const toApiDashboard = (shown: Dashboard) => ({
  fromDate: isoTime(shown.range.from),
  toDate: isoTime(shown.range.to),
  revenueByDate: Object.fromEntries(shown.revenueByDate.map(({ day, revenue }) => [day, toDollars(revenue)])),
  totalRevenue: toDollars(shown.totalRevenue),
  previous: {
    fromDate: isoTime(shown.before.from),
    toDate: isoTime(shown.before.to),
    totalRevenue: toDollars(shown.revenueBefore),
  },
  ...(shown.revenueByAdmins ? { revenueByAdmins: shown.revenueByAdmins.map(inDollars) } : {}),
  revenueByClients: shown.revenueByClients.map(inDollars),
  ...(shown.comparedClients
    ? {
        clientsComparison: shown.comparedClients.map(({ revenueBefore, ...one }) => ({
          ...inDollars(one),
          previousRevenue: toDollars(revenueBefore),
        })),
      }
    : {}),
  orderCount: { totalCount: shown.orderCount.total, orderStatusCountMap: shown.orderCount.byStatus },
  refundOrders: shown.refundOrders.map(({ id, number, total, refunded, status }) => ({
    id,
    orderId: number,
    totalAmount: toDollars(total),
    refundedAmount: toDollars(refunded),
    status,
  })),
});

export const adminRows: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/admin/dashboard",
    permission: "dashboard.view",
    summary: "Get revenue and orders of a range: at most 3 months, by default the last 7 days. Days are UTC.",
    input: DashboardQuery,
    output: dashboardShape,
    run: async (ctx, range) => toApiDashboard(await dashboard(ctx, range)),
  }),
  endpoint({
    method: "GET",
    path: "/admin/dropDown",
    permission: "team.options",
    summary: "List the team members that an order can be assigned to",
    output: z.array(z.object({ _id: z.string(), name: z.string(), email: z.string() })),
    run: async (ctx) => (await assigneeOptions(ctx)).map(({ id, ...option }) => ({ _id: id, ...option })),
  }),
];
