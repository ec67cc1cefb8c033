import { sql } from "drizzle-orm";
import { batchRaw, rawSelect } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import { DAY_MS, type DashboardRange } from "../dateRange";
import { reportRange } from "./reportRange";
import { nameOf } from "./revenueLines";

/** The completed orders of one service and one team member (rules.md reports/on-time). */
export interface OnTimeLine {
  serviceId: string;
  serviceName: string;
  /** Null for orders without an assignee. */
  agentId: string | null;
  agentName: string | null;
  /** Completed in the range. */
  completed: number;
  /** Of those, with a deadline, and by their deadline. */
  withDeadline: number;
  onTime: number;
  /** Working days from Active to Completed, to a tenth; null when no order was timed. */
  medianDays: number | null;
}

/**
 * What was completed in a range by service and team member, most orders first. Reads one index entry and row for each
 * order that was completed on a day of the range.
 */
export async function onTimeReport(ctx: Context, requested: DashboardRange | null): Promise<OnTimeLine[]> {
  authorize(ctx, "reports.view");
  const { from, to } = reportRange(ctx, requested);
  const [first, last] = [from, to].map((ms) => Math.floor(ms / DAY_MS));
  const read = sql`with completed as (
      select service_id, assigned_to_id, worked_ms, clock_left_ms
        from orders indexed by orders_completed_day
        where completed_at is not null and completed_at / 86400000 between ${first} and ${last}
          and completed_at between ${from} and ${to}),
    ranked as (
      select *, count(*) over line as total, count(worked_ms) over line as timed,
        row_number() over (line order by worked_ms) as place
      from completed window line as (partition by service_id, assigned_to_id)),
    lines as (
      select service_id, assigned_to_id, count(*) as completed, count(clock_left_ms) as with_deadline,
        count(*) filter (where clock_left_ms >= 0) as on_time,
        -- Orders that were not timed sort first.
        avg(worked_ms) filter (where place - total + timed in ((timed + 1) / 2, (timed + 2) / 2)) as worked
      from ranked group by service_id, assigned_to_id)
    select service_id as serviceId, (select name from services where services.id = service_id) as serviceName,
      assigned_to_id as agentId, ${nameOf("lines.assigned_to_id")} as agentName, completed, with_deadline as withDeadline,
      on_time as onTime, worked
    from lines order by completed desc, serviceName, agentName, service_id, assigned_to_id`;
  const [rows] = await batchRaw(ctx.db, rawSelect<Omit<OnTimeLine, "medianDays"> & { worked: number | null }>(read));
  return rows.map(({ worked, ...line }) => ({
    ...line,
    medianDays: worked === null ? null : Math.round(worked / (DAY_MS / 10)) / 10,
  }));
}
