import { asc, isNull } from "drizzle-orm";
import { services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

/**
 * What staff can enter an order of: every service that is not archived, hidden ones too, by name
 * (rules.md catalogue/hidden).
 */
export async function orderableServices(ctx: Context): Promise<{ id: string; name: string }[]> {
  authorize(ctx, "orders.create");
  return await ctx.db
    .select({ id: services.id, name: services.name })
    .from(services)
    .where(isNull(services.archivedAt))
    .orderBy(asc(services.nameFolded), asc(services.id));
}
