import { sql } from "drizzle-orm";
import { UTC } from "~/format/zones";
import { batchRaw, rawSelect } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import { localDay } from "../dashboard/localDay";
import type { DashboardRange } from "../dateRange";
import type { Cents } from "../money";
import { reportRange } from "./reportRange";

/** The guaranteed links of one service that went live in one month (rules.md reports/guarantee). */
export type GuaranteeLine = {
  serviceId: string;
  serviceName: string;
  /** 'yyyy-MM' */
  month: string;
  /** Went live with a guarantee. */
  live: number;
  /** Of those, lost since: with a confirmed claim that was not rejected. */
  lost: number;
  repaired: number;
  replaced: number;
  /** What claims refunded. */
  refunded: Cents;
};

/** No link was sold before. Bounds the days whose offset is looked up. */
const FIRST_LINK = Date.UTC(2020, 0);

/**
 * Loss and cost of the guarantee by service and by the month of `zone` in which links went live, latest month
 * first. Reads the links of the range by index, and the claims of each.
 */
export async function guaranteeReport(
  ctx: Context,
  requested: DashboardRange | null,
  zone = UTC,
): Promise<GuaranteeLine[]> {
  authorize(ctx, "reports.view");
  const range = reportRange(ctx, requested, zone);
  const { from, to } = range;
  const read = sql`with cohort as materialized (
      select id, service_id, strftime('%Y-%m', ${localDay("live_at", { from: Math.max(from, FIRST_LINK), to: Math.min(to, ctx.now) }, zone)} * 86400, 'unixepoch') as month
        from placements indexed by placements_live
        where live_at between ${from} and ${to} and terms ->> 'guaranteeDays' > 0),
    losses as (
      select claims.placement_id, 1 as lost, max(claims.state = 'repaired') as repaired,
        max(claims.state = 'replaced') as replaced, sum(coalesce(refunds.amount, 0)) as refunded
      from cohort cross join claims indexed by claims_placement on claims.placement_id = cohort.id
        left join refunds on refunds.id = claims.refund_id and refunds.request_key like 'claim:' || claims.id || '%'
      where claims.repair_by is not null and claims.state <> 'rejected' or claims.state in ('replaced', 'refunded')
      group by claims.placement_id)
    select cohort.service_id as serviceId,
      (select name from services where services.id = cohort.service_id) as serviceName, cohort.month as month,
      count(*) as live, coalesce(sum(losses.lost), 0) as lost, coalesce(sum(losses.repaired), 0) as repaired,
      coalesce(sum(losses.replaced), 0) as replaced, coalesce(sum(losses.refunded), 0) as refunded
    from cohort left join losses on losses.placement_id = cohort.id
    group by cohort.service_id, cohort.month order by cohort.month desc, lost desc, serviceName, cohort.service_id`;
  const [rows] = await batchRaw(ctx.db, rawSelect<GuaranteeLine>(read));
  return rows;
}

/** Names a line in addresses and keys: no id has a colon. */
export const guaranteeLineId = ({ serviceId, month }: Pick<GuaranteeLine, "serviceId" | "month">) =>
  `${serviceId}:${month}`;
