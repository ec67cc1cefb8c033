import { sql } from "drizzle-orm";
import { services } from "~db/schema";
import type { Context } from "../context";
import { Invalid } from "../errors";

/** Throws Invalid at `field` for an unknown service. Archived services exist: they still have their holders. */
export async function assertServicesExist(ctx: Context, ids: readonly string[], field: string): Promise<void> {
  if (ids.length === 0) return;
  const existing = await ctx.db
    .select({ id: services.id })
    .from(services)
    .where(sql`${services.id} in (select value from json_each(${JSON.stringify(ids)}))`);
  if (existing.length < ids.length) throw new Invalid("One of these services does not exist", field);
}
