import { sql } from "drizzle-orm";
import { authorize } from "../access";
import type { Context } from "../context";

/** Rows read for one page of services. */
const MAX_ROWS = 1_000;

/** How many orders each service has, counted up to `most` so that a page reads a bounded number of rows. */
export async function orderCountsByService(ctx: Context, serviceIds: readonly string[]) {
  authorize(ctx, "services.manage");
  const most = Math.max(10, Math.floor(MAX_ROWS / Math.max(1, serviceIds.length)));
  const rows = await ctx.db.all<{ id: string; counted: number }>(
    sql`select value as id, (select count(*) from (select 1 from orders where service_id = value limit ${most})) as counted
      from json_each(${JSON.stringify(serviceIds)})`,
  );
  return { most, counts: new Map(rows.map(({ id, counted }) => [id, counted])) };
}
