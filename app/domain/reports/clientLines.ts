import { type SQL, sql } from "drizzle-orm";
import { batchRaw, rawSelect } from "~db/client.server";
import type { Context } from "../context";
import type { DashboardRange } from "../dateRange";
import type { Cents } from "../money";
import type { UserStatus } from "../roles";
import { nameOf, paidOnce, revenueLines } from "./revenueLines";
import type { ReportSort } from "./sortReport";

/** One client of a report (rules.md reports/columns). */
export interface ClientLine {
  clientId: string;
  clientName: string;
  clientEmail: string;
  /**
   * The assignee of their latest paid order in the range; null when unassigned, or when the range holds only refunds.
   */
  agentName: string | null;
  clientStatus: UserStatus;
  ordersCount: number;
  totalRevenue: Cents;
  /** Of their latest paid order at any time; ms UTC. */
  lastPaymentDate: number | null;
}

/** With the figures of a second range. */
export interface ComparedClientLine extends ClientLine {
  ordersCount1: number;
  totalRevenue1: Cents;
}

/** `clients`: with revenue in the first range. `newClients`: first paid in it. `compared`: with revenue in either. */
export type ClientLinesKind = "clients" | "newClients" | "compared";

/** Sums over all clients that the report lists, and over those that it would list for the second range. */
export interface ClientTotals {
  clients: number;
  ordersCount: number;
  totalRevenue: Cents;
  clients1: number;
  ordersCount1: number;
  totalRevenue1: Cents;
}

interface LinesWindow {
  /** By a column of the report; null for the largest first. */
  sort: ReportSort | null;
  offset: number;
  /** All lines when absent. */
  limit?: number;
  /** How many lines the chart shows. */
  bars: number;
}

interface ClientLines {
  lines: ComparedClientLine[];
  /** The lines of the chart, largest first. */
  bars: ComparedClientLine[];
  totals: ClientTotals;
}

type ReadLine = ClientTotals & Omit<ComparedClientLine, "clientId"> & { id: string | null; place: number; bar: number };

/**
 * The clients of a report, its totals and the lines of its chart, in one statement. Reads one row per payment or refund
 * of the ranges. Names and dates are looked up for the lines of the window only, unless they are what it sorts by.
 */
export async function readClientLines(
  { db }: Context,
  kind: ClientLinesKind,
  [range, second]: readonly [DashboardRange, DashboardRange?],
  { sort, offset, limit, bars }: LinesWindow,
): Promise<ClientLines> {
  const of = (place: number, column: "orders" | "amount") => sql.raw(`sum(iif(place = ${place}, ${column}, 0))`);
  // SQLite takes bare columns from the row of max(), so admin_id is the latest payment's assignee.
  const clients = sql`select client_id, admin_id, max(${sql.raw(kind === "compared" ? "at" : "iif(place = 0, at, null)")}) as latest,
      sum(place = 0) as lines, ${of(0, "orders")} as orders, ${of(0, "amount")} as revenue,
      sum(place = 1) as lines1, ${of(1, "orders")} as orders1, ${of(1, "amount")} as revenue1
    from (${revenueLines(second ? [range, second] : [range])}) group by client_id`;
  const [listed, listedBefore] = conditions(kind, range, second);
  const first = kind === "newClients" ? paidOnce("c.client_id", "first") : sql`null`;
  const large = sql.raw(
    kind === "compared" ? "c.revenue desc, c.revenue1 desc, c.client_id" : "c.revenue desc, c.client_id",
  );
  const chart = kind === "compared" ? sql`abs(c.revenue1 - c.revenue) desc, ${large}` : large;
  const window = sql.raw(
    limit === undefined ? `s.place > ${offset}` : `s.place > ${offset} and s.place <= ${offset + limit}`,
  );
  const read = sql`with clients as materialized (${clients}),
    payers as materialized (select c.*, ${first} as first_paid from clients c),
    listed as materialized (
      select c.*, row_number() over (order by ${orderOf(kind, sort)}${large}) as place, row_number() over (order by ${chart}) as bar
      from payers c where ${listed}),
    totals as materialized (
      select coalesce(sum(${listed}), 0) as clients, coalesce(sum(iif(${listed}, orders, 0)), 0) as orders,
        coalesce(sum(iif(${listed}, revenue, 0)), 0) as revenue, coalesce(sum(${listedBefore}), 0) as clients1,
        coalesce(sum(iif(${listedBefore}, orders1, 0)), 0) as orders1, coalesce(sum(iif(${listedBefore}, revenue1, 0)), 0) as revenue1
      from payers c)
    select s.client_id as id, s.place, s.bar, coalesce(${nameOf("s.client_id")}, '') as clientName,
      (select email from users where users.id = s.client_id) as clientEmail,
      iif(s.latest is null, null, ${nameOf("s.admin_id")}) as agentName,
      (select user_status from users where users.id = s.client_id) as clientStatus,
      s.orders as lineOrders, s.revenue as lineRevenue, s.orders1 as lineOrders1, s.revenue1 as lineRevenue1,
      ${paidOnce("s.client_id", "last")} as lastPaymentDate,
      t.clients, t.orders as ordersCount, t.revenue as totalRevenue, t.clients1, t.orders1 as ordersCount1, t.revenue1 as totalRevenue1
    from totals t left join listed s on (${window}) or s.bar <= ${sql.raw(String(bars))} order by s.place`;
  type Row = ReadLine & { lineOrders: number; lineRevenue: number; lineOrders1: number; lineRevenue1: number };
  const [found] = await batchRaw(db, rawSelect(read));
  const rows = found as unknown as Row[];
  const lines = rows.flatMap(({ id, place, bar, ...row }) => {
    const { clientName, clientEmail, agentName, clientStatus, lastPaymentDate } = row;
    const figures = {
      ordersCount: row.lineOrders,
      totalRevenue: row.lineRevenue,
      ordersCount1: row.lineOrders1,
      totalRevenue1: row.lineRevenue1,
    };
    const person = { clientName, clientEmail, agentName, clientStatus };
    return id === null ? [] : [{ place, bar, line: { clientId: id, ...person, ...figures, lastPaymentDate } }];
  });
  const { clients: count, ordersCount, totalRevenue, clients1, ordersCount1, totalRevenue1 } = rows[0]!;
  return {
    lines: lines
      .filter(({ place }) => place > offset && (limit === undefined || place <= offset + limit))
      .map(({ line }) => line),
    bars: lines
      .filter(({ bar }) => bar <= bars)
      .sort((one, other) => one.bar - other.bar)
      .map(({ line }) => line),
    totals: { clients: count, ordersCount, totalRevenue, clients1, ordersCount1, totalRevenue1 },
  };
}

/** All clients of a report, the largest first. */
export async function clientLines(
  ctx: Context,
  kind: ClientLinesKind,
  ranges: readonly [DashboardRange, DashboardRange?],
): Promise<ComparedClientLine[]> {
  return (await readClientLines(ctx, kind, ranges, { sort: null, offset: 0, bars: 0 })).lines;
}

/** Which clients a report lists for its first range, and would list for its second one. */
function conditions(kind: ClientLinesKind, range: DashboardRange, second = range): [SQL, SQL] {
  switch (kind) {
    case "clients":
      return [sql`c.lines > 0`, sql`c.lines1 > 0`];
    case "newClients":
      return [
        sql`(c.first_paid >= ${range.from} and c.orders > 0)`,
        sql`(c.first_paid >= ${second.from} and c.orders1 > 0)`,
      ];
    case "compared":
      return [sql`true`, sql`true`];
  }
}

const user = (column: string, id: string) => `(select ${column} from users where users.id = ${id})`;
const foldedName = (id: string) => user("first_name_folded || ' ' || last_name_folded", id);

/** The chosen column, before the report's own order. Empty values stay last. */
function orderOf(kind: ClientLinesKind, sort: ReportSort | null): SQL {
  const [base, value] = kind === "compared" ? ["c.revenue", "c.revenue1"] : ["c.revenue1", "c.revenue"];
  const expressions: Record<string, SQL> = {
    clientId: sql.raw("c.client_id"),
    clientName: sql.raw(foldedName("c.client_id")),
    clientEmail: sql.raw(user("email_folded", "c.client_id")),
    agentName: sql.raw(`iif(c.latest is null, null, ${foldedName("c.admin_id")})`),
    clientStatus: sql.raw(user("user_status", "c.client_id")),
    ordersCount: sql.raw("c.orders"),
    totalRevenue: sql.raw("c.revenue"),
    previousRevenue: sql.raw("c.revenue1"),
    ordersCount1: sql.raw("c.orders1"),
    totalRevenue1: sql.raw("c.revenue1"),
    change: sql.raw(`${value} - ${base}`),
    changePercent: sql.raw(`iif(${base} > 0, (${value} - ${base}) * 1.0 / ${base}, null)`),
    lastPaymentDate: paidOnce("c.client_id", "last"),
  };
  const expression = sort && expressions[sort.key];
  return expression ? sql`${expression} ${sql.raw(sort.direction)} nulls last, ` : sql``;
}
