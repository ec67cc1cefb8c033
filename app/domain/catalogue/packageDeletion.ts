import { countDistinct, eq } from "drizzle-orm";
import { orderItems } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { storedPackage, storedService } from "./storedService";

/** Returns what deleting a package would affect, for the confirmation. Staff only. Throws NotFound. */
export async function packageDeletion(
  ctx: Context,
  { id, serviceId }: { id: string; serviceId: string },
): Promise<{ id: string; name: string; version: number; orders: number }> {
  authorize(ctx, "services.manage");
  const service = await storedService(ctx, serviceId);
  const stored = await storedPackage(ctx, service.id, id);
  if (!stored) throw new NotFound();
  const bought = await ctx.db
    .select({ orders: countDistinct(orderItems.orderId) })
    .from(orderItems)
    .where(eq(orderItems.packageId, stored.id))
    .get();
  return { id: stored.id, name: stored.name, version: stored.version, orders: bought?.orders ?? 0 };
}
