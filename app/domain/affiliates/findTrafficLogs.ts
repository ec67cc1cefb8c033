import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { named } from "~db/named";
import { type FilterColumns, listOrder, listWhere } from "~db/runList.server";
import { users, visitCounts, visits } from "~db/schema";
import { usersByNameSubstring } from "~db/usersByNameSubstring";
import { authorize } from "../access";
import type { Context } from "../context";
import type { TrafficLogFilterKey, TrafficLogQuery } from "./trafficLogList";

/** A visit through a referral link. ms UTC. */
export interface TrafficLogRow {
  id: string;
  /** Null when the code belonged to no affiliate. */
  affiliate: { id: string; name: string } | null;
  affiliateCode: string;
  createdAt: number;
  referrer: string;
  userAgent: string;
  landingPath: string;
  bot: boolean;
}

/** Searches the owned codes, not the visits. A code without an owner matches only when typed in full. */
const ofCode = (owned: SQL, has: SQL, code: string) =>
  sql`((${visits.affiliateId} in (select affiliate_id from affiliate_codes where ${owned}) and ${has}) or (${visits.affiliateId} is null and ${eq(visits.affiliateCode, code)}))`;

const columns: FilterColumns<TrafficLogFilterKey> = {
  referrerClientName: (filter) =>
    filter.operation === "like"
      ? sql`${visits.affiliateId} in ${usersByNameSubstring(String(filter.value))}`
      : undefined,
  referrerClientId: visits.affiliateId,
  affiliateCode: (filter) => {
    if (filter.operation !== "eq" && filter.operation !== "like") return undefined;
    const code = String(filter.value).toUpperCase();
    return filter.operation === "eq"
      ? ofCode(sql`code = ${code}`, eq(visits.affiliateCode, code), code)
      : ofCode(sql`instr(code, ${code}) > 0`, sql`instr(${visits.affiliateCode}, ${code}) > 0`, code);
  },
  bot: visits.bot,
  createdTime: visits.createdAt,
};

const fields = {
  id: named(visits.id, "visit_id"),
  affiliateId: visits.affiliateId,
  affiliateName: sql<string | null>`trim(${users.firstName} || ' ' || ${users.lastName})`.as("affiliate_name"),
  affiliateCode: named(visits.affiliateCode, "visit_code"),
  createdAt: named(visits.createdAt, "visited_at"),
  referrer: visits.referrer,
  userAgent: visits.userAgent,
  landingPath: visits.landingPath,
  bot: visits.bot,
};

const selectLogs = (ctx: Context, query: TrafficLogQuery, behind?: SQL) =>
  ctx.db
    .select(fields)
    .from(visits)
    .leftJoin(users, eq(users.id, visits.affiliateId))
    .where(and(listWhere(query, columns), behind))
    .orderBy(...listOrder(query, { createdTime: visits.createdAt }, visits.id));

/** Without a filter, or filtered by bots only, counters answer without scanning the visits. */
function countLogs({ db }: Context, query: TrafficLogQuery) {
  const [first, ...more] = query.filters;
  if (!first || (first.key === "bot" && more.length === 0))
    return db
      .select({ total: sql<number>`sum(${visitCounts.count})` })
      .from(visitCounts)
      .where(first?.operation === "eq" ? eq(visitCounts.bot, first.value === true) : undefined);
  return db.select({ total: sql<number>`count(*)` }).from(visits).where(listWhere(query, columns));
}

const logRow = ({
  affiliateId,
  affiliateName,
  ...row
}: Awaited<ReturnType<typeof selectLogs>>[number]): TrafficLogRow => ({
  ...row,
  affiliate: affiliateId === null ? null : { id: affiliateId, name: affiliateName ?? "" },
});

/**
 * Returns a page of visits, newest first, with the total, in one round trip. Staff only (POST /affiliate/track/find).
 */
export async function findTrafficLogs(ctx: Context, query: TrafficLogQuery): Promise<Page<TrafficLogRow>> {
  authorize(ctx, "affiliates.traffic");
  const [rows, totals] = await ctx.db.batch([
    selectLogs(ctx, query)
      .limit(query.pageSize)
      .offset(query.page * query.pageSize),
    countLogs(ctx, query),
  ]);
  return { content: rows.map(logRow), totalElements: totals[0]?.total ?? 0 };
}

/** Rows per statement, which limits memory. */
const EXPORT_PAGE = 2000;

/** Streams all visits that the query matches, in its order, ignoring the page (rules.md exports/complete). */
export async function exportTrafficLogs(
  ctx: Context,
  query: TrafficLogQuery,
): Promise<{ total: number; pages: AsyncIterable<TrafficLogRow[]> }> {
  authorize(ctx, "affiliates.traffic");
  const [counted] = await countLogs(ctx, query);
  return { total: counted?.total ?? 0, pages: pagesOf(ctx, query) };
}

async function* pagesOf(ctx: Context, query: TrafficLogQuery): AsyncGenerator<TrafficLogRow[]> {
  const isAfter = sql.raw(query.sort.direction === "asc" ? ">" : "<");
  let last: TrafficLogRow | undefined;
  do {
    const behind = last && sql`(${visits.createdAt}, ${visits.id}) ${isAfter} (${last.createdAt}, ${last.id})`;
    const rows = (await selectLogs(ctx, query, behind).limit(EXPORT_PAGE)).map(logRow);
    yield rows;
    last = rows.length === EXPORT_PAGE ? rows.at(-1) : undefined;
  } while (last);
}
