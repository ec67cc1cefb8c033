import { and, inArray, isNull, min } from "drizzle-orm";
import { packages } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { Cents } from "../money";

/** The price of the cheapest package of each service; a service without packages has none. */
export async function lowestPrices(ctx: Context, serviceIds: readonly string[]): Promise<Map<string, Cents>> {
  authorize(ctx, "services.manage");
  if (serviceIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ serviceId: packages.serviceId, price: min(packages.price) })
    .from(packages)
    .where(and(inArray(packages.serviceId, [...serviceIds]), isNull(packages.archivedAt)))
    .groupBy(packages.serviceId);
  return new Map(rows.map(({ serviceId, price }) => [serviceId, price ?? 0]));
}
