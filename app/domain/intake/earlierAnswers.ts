import { and, asc, eq } from "drizzle-orm";
import { orderEntries, orders } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { visibleOrders } from "../orders/visibleOrders";
import { answerName } from "./answerName";

/** What a client answered for an earlier order, to start another form from. */
export interface EarlierAnswers {
  orderId: string;
  orderNumber: number;
  /** By name of the form field. Files are left out: they belong to their order. */
  values: Record<string, string>;
}

/** The client's own answers for an order that the actor may see; null without any. */
export async function earlierAnswers(ctx: Context, orderId: string): Promise<EarlierAnswers | null> {
  authorize(ctx, "checkout.view");
  const rows = await ctx.db
    .select({ orderNumber: orders.number, packageId: orderEntries.packageId, items: orderEntries.items })
    .from(orderEntries)
    .innerJoin(orders, eq(orders.id, orderEntries.orderId))
    .where(and(visibleOrders(ctx.actor), eq(orders.id, orderId), eq(orderEntries.role, "CUSTOMER")))
    .orderBy(asc(orderEntries.createdAt), asc(orderEntries.id));
  const values: Record<string, string> = {};
  for (const { packageId, items } of rows)
    for (const { id, itemType, value } of items)
      if (itemType !== "FILE_UPLOAD" && typeof value === "string" && value !== "")
        values[answerName(packageId, id)] ??= value;
  const [first] = rows;
  return first && Object.keys(values).length > 0 ? { orderId, orderNumber: first.orderNumber, values } : null;
}
