import { and, count, eq, isNull } from "drizzle-orm";
import { services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

/** The services of the custom type, for the list of regular ones, which leaves them out. */
export async function countCustomServices(ctx: Context): Promise<number> {
  authorize(ctx, "services.manage");
  const row = await ctx.db
    .select({ total: count() })
    .from(services)
    .where(and(eq(services.serviceType, "CUSTOM"), isNull(services.archivedAt)))
    .get();
  return row?.total ?? 0;
}
