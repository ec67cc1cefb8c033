import { and, desc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { orders } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";

interface Unpaid {
  serviceId: string;
  createdAt: number;
}

/** The number of the order by which the buyer bought the service after this unpaid one; null when they did not. */
export async function boughtSince(ctx: Context, { serviceId, createdAt }: Unpaid): Promise<number | null> {
  authorize(ctx, "checkout.complete");
  const later = await ctx.db
    .select({ number: orders.number })
    .from(orders)
    .where(
      and(
        eq(orders.clientId, actorId(ctx)),
        eq(orders.serviceId, serviceId),
        isNotNull(orders.paidAt),
        gt(orders.createdAt, createdAt),
        sql`coalesce(${orders.cycle}, 1) = 1`,
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1)
    .get();
  return later?.number ?? null;
}
