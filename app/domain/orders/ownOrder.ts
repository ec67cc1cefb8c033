import { and, eq } from "drizzle-orm";
import { orders } from "~db/schema";
import type { Context } from "../context";
import { NotFound } from "../errors";
import type { OrderRow } from "../orderPaid";
import { signedInBuyer } from "./signedInBuyer";

/** Fixed text, also shown for another customer's order (rules.md checkout/success-page). */
export const INVALID_ORDER = "Invalid Order";

/** The actor's own order by system id. Throws NotFound 'Invalid Order' for any other id. */
export async function ownOrder(ctx: Context, orderId: string): Promise<OrderRow> {
  const order = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.clientId, signedInBuyer(ctx).id), eq(orders.id, orderId)))
    .get();
  if (!order) throw new NotFound(INVALID_ORDER);
  return order;
}
