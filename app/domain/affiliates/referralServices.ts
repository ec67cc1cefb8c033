import { asc } from "drizzle-orm";
import { services } from "~db/schema";
import { authorize } from "../access";
import { inCatalogue } from "../catalogue/readableServices";
import type { Context } from "../context";

/** Most services proposed. */
const MOST = 200;

/** The first catalogue services by name, whose checkout an affiliate can link to. */
export async function referralServices(ctx: Context): Promise<{ id: string; name: string }[]> {
  authorize(ctx, "affiliates.own");
  return await ctx.db
    .select({ id: services.id, name: services.name })
    .from(services)
    .where(inCatalogue())
    .orderBy(asc(services.nameFolded), asc(services.id))
    .limit(MOST);
}
