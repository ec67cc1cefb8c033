import { and, asc, eq } from "drizzle-orm";
import { sanitizeStored } from "~/richtext/renderRichText";
import { importedMessages as imported, orders } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { visibleOrders } from "../orders/visibleOrders";
import { type ImportedMessage, MAX_MESSAGES } from "./orderMessage";

/**
 * The imported messages of a migrated order, oldest first; empty for every other order (rules.md orders/migrated).
 * Throws NotFound for an order that the actor cannot see.
 */
export async function importedMessages(ctx: Context, orderId: string): Promise<ImportedMessage[]> {
  authorize(ctx, "orders.messages");
  const [[order], rows] = await ctx.db.batch([
    ctx.db
      .select({ id: orders.id })
      .from(orders)
      .where(and(visibleOrders(ctx.actor), eq(orders.id, orderId))),
    ctx.db
      .select({ id: imported.id, fromName: imported.fromName, body: imported.body, createdAt: imported.createdAt })
      .from(imported)
      .where(eq(imported.orderId, orderId))
      .orderBy(asc(imported.createdAt), asc(imported.id))
      .limit(MAX_MESSAGES),
  ]);
  if (!order) throw new NotFound();
  return rows.map((row) => ({ ...row, body: sanitizeStored(row.body) }));
}
