import { eq, type SQL, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { exportList } from "~db/exportList.server";
import { fullName } from "~db/fullName";
import { type ListRow, listSource, runList } from "~db/runList.server";
import { users, visitCounts, visits } from "~db/schema";
import { usersByNameSubstring } from "~db/usersByNameSubstring";
import { authorize } from "../access";
import type { Context } from "../context";
import type { TrafficLogQuery } from "./trafficLogList";

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

const logs = listSource({
  table: visits,
  id: visits.id,
  columns: {
    id: visits.id,
    affiliateId: visits.affiliateId,
    affiliateName: sql<string | null>`${fullName(users)}`,
    affiliateCode: visits.affiliateCode,
    createdAt: visits.createdAt,
    referrer: visits.referrer,
    userAgent: visits.userAgent,
    landingPath: visits.landingPath,
    bot: visits.bot,
  },
  join: sql`left join ${users} on ${eq(users.id, visits.affiliateId)}`,
  filters: {
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
  },
  sorts: { createdTime: visits.createdAt },
});

/** Without a filter, or filtered by bots only, counters answer without scanning the visits. */
function countedBy({ db }: Context, { filters: [first, ...more] }: TrafficLogQuery) {
  if (first && (first.key !== "bot" || more.length > 0)) return null;
  return db
    .select({ total: sql<number>`sum(${visitCounts.count})`.as("total") })
    .from(visitCounts)
    .where(first?.operation === "eq" ? eq(visitCounts.bot, first.value === true) : undefined);
}

const logRow = ({ affiliateId, affiliateName, ...row }: ListRow<typeof logs>): TrafficLogRow => ({
  ...row,
  affiliate: affiliateId === null ? null : { id: affiliateId, name: affiliateName ?? "" },
});

/**
 * Returns a page of visits, newest first, with the total, in one round trip. Staff only (POST /affiliate/track/find).
 */
export async function findTrafficLogs(ctx: Context, query: TrafficLogQuery): Promise<Page<TrafficLogRow>> {
  authorize(ctx, "affiliates.traffic");
  return await runList(ctx.db, logs, query, { total: countedBy(ctx, query), toRow: logRow });
}

/** Streams all visits that the query matches, in its order (rules.md exports/complete). */
export async function exportTrafficLogs(ctx: Context, query: TrafficLogQuery) {
  authorize(ctx, "affiliates.traffic");
  return await exportList(ctx.db, logs, query, { total: countedBy(ctx, query), toRow: logRow });
}
