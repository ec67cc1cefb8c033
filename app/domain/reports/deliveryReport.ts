import { sql } from "drizzle-orm";
import { batchRaw, rawSelect } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import { DAY_MS, type DashboardRange } from "../dateRange";
import { reportRange } from "./reportRange";
import { nameOf } from "./revenueLines";

/** The links of one service that one team member works on (rules.md reports/delivery). */
export interface DeliveryLine {
  serviceId: string;
  serviceName: string;
  /** Null for links without an assignee. */
  agentId: string | null;
  agentName: string | null;
  /** Went live in the range. */
  placed: number;
  /** Of those, by their due date. */
  onTime: number;
  /** Now, whatever the range. */
  waiting: number;
  /** Whole days from creation to live, of those placed; null for none. */
  medianDays: number | null;
}

/**
 * What was delivered in a range by service and team member, most placed first. Reads one index entry and row for each
 * link that went live in the range, and one for each that waits for its client.
 */
export async function deliveryReport(ctx: Context, requested: DashboardRange | null): Promise<DeliveryLine[]> {
  authorize(ctx, "reports.view");
  const { from, to } = reportRange(ctx, requested);
  const read = sql`with placed as materialized (
      select service_id, assigned_to_id, on_time, live_at - created_at as took
        from placements indexed by placements_live where live_at between ${from} and ${to}),
    ranked as (
      select service_id, assigned_to_id, took,
        row_number() over (partition by service_id, assigned_to_id order by took) as place,
        count(*) over (partition by service_id, assigned_to_id) as total
      from placed),
    medians as (
      select service_id, assigned_to_id, avg(took) as took from ranked
        where place in ((total + 1) / 2, (total + 2) / 2) group by service_id, assigned_to_id),
    figures as (
      select service_id, assigned_to_id, 1 as placed, coalesce(on_time, 0) as on_time, 0 as waiting from placed
      union all
      select service_id, assigned_to_id, 0, 0, 1 from placements indexed by placements_state
        where state in ('needs_input', 'site_review', 'content_review')),
    lines as (
      select service_id, assigned_to_id, sum(placed) as placed, sum(on_time) as on_time, sum(waiting) as waiting
      from figures group by service_id, assigned_to_id)
    select l.service_id as serviceId, (select name from services where services.id = l.service_id) as serviceName,
      l.assigned_to_id as agentId, ${nameOf("l.assigned_to_id")} as agentName, l.placed as placed, l.on_time as onTime,
      l.waiting as waiting, m.took as took
    from lines l left join medians m on m.service_id = l.service_id and m.assigned_to_id is l.assigned_to_id
    order by l.placed desc, l.waiting desc, serviceName, agentName, l.service_id, l.assigned_to_id`;
  const [rows] = await batchRaw(ctx.db, rawSelect<Omit<DeliveryLine, "medianDays"> & { took: number | null }>(read));
  return rows.map(({ took, ...line }) => ({
    ...line,
    medianDays: took === null ? null : Math.round(took / DAY_MS),
  }));
}

/** Names a line in addresses and keys: no id has a colon. */
export const deliveryLineId = ({ serviceId, agentId }: Pick<DeliveryLine, "serviceId" | "agentId">) =>
  `${serviceId}:${agentId ?? ""}`;
