import { asc, isNull } from "drizzle-orm";
import { services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

/**
 * Returns all services that staff can enter an order for, by name: hidden ones too, archived ones not (rules.md
 * catalogue/hidden).
 */
export async function orderableServices(ctx: Context): Promise<{ id: string; name: string }[]> {
  authorize(ctx, "orders.create");
  return await ctx.db
    .select({ id: services.id, name: services.name })
    .from(services)
    .where(isNull(services.archivedAt))
    .orderBy(asc(services.nameFolded), asc(services.id));
}
