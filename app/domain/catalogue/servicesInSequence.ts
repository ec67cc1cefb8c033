import { isNull } from "drizzle-orm";
import { services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { inSequence } from "./readableServices";

/** Returns all services in the catalogue's order, hidden ones included. */
export async function servicesInSequence(ctx: Context): Promise<{ id: string; name: string; visible: boolean }[]> {
  authorize(ctx, "services.manage");
  return await ctx.db
    .select({ id: services.id, name: services.name, visible: services.visible })
    .from(services)
    .where(isNull(services.archivedAt))
    .orderBy(...inSequence());
}
