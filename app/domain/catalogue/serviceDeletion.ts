import { and, eq, inArray, sql } from "drizzle-orm";
import { orders, subscriptions } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { storedService } from "./storedService";

export interface ServiceDeletion {
  id: string;
  name: string;
  /** Existing orders, which stay readable. */
  orders: number;
  /** Subscriptions that are still charged. */
  subscriptions: number;
}

/** Returns what deleting a service would affect, for the confirmation. Throws NotFound. */
export async function serviceDeletion(ctx: Context, id: string): Promise<ServiceDeletion> {
  authorize(ctx, "services.manage");
  const { name } = await storedService(ctx, id);
  const count = sql<number>`count(*)`;
  const [[bought], [running]] = await ctx.db.batch([
    ctx.db.select({ count }).from(orders).where(eq(orders.serviceId, id)),
    ctx.db
      .select({ count })
      .from(subscriptions)
      .where(and(eq(subscriptions.serviceId, id), inArray(subscriptions.status, ["Active", "Due", "Past_Due"]))),
  ]);
  return { id, name, orders: bought?.count ?? 0, subscriptions: running?.count ?? 0 };
}
