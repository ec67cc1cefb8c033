import { eq } from "drizzle-orm";
import { placements } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { editableOrder, type StoredOrder } from "./editableOrder";
import { hasDeadline } from "./orderStates";

/** What the deadline dialog shows. Times in ms UTC. */
export interface OrderDeadline {
  id: string;
  number: number;
  version: number;
  dueAt: number | null;
  /** Why the deadline cannot be changed; null when it can. */
  problem: string | null;
}

/** The deadline of an order, for staff. Throws NotFound. */
export async function orderDeadline(ctx: Context, id: string): Promise<OrderDeadline> {
  authorize(ctx, "orders.edit");
  const order = await editableOrder(ctx, { id });
  const { number, version, dueAt } = order;
  return { id, number, version, dueAt, problem: await deadlineProblem(ctx, order) };
}

/** Why staff cannot choose when an order is due; null when they can. The caller must authorize. */
export async function deadlineProblem(
  ctx: Context,
  { id, status }: Pick<StoredOrder, "id" | "status">,
): Promise<string | null> {
  if (!hasDeadline(status)) return "Only orders in progress have a deadline";
  const link = await ctx.db
    .select({ id: placements.id })
    .from(placements)
    .where(eq(placements.orderId, id))
    .limit(1)
    .get();
  return link ? "This order is due with its latest link. Change the due date of the link." : null;
}
