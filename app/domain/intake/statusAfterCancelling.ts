import { eq } from "drizzle-orm";
import { placements } from "~db/schema";
import type { Context } from "../context";
import type { StoredOrder } from "../orders/editableOrder";
import type { OrderStatus } from "../orders/orderStates";
import type { StoredPlacement } from "../placements/storedPlacements";
import { linesOf, otherInputMissing } from "./orderProgress";

/** The status of an order after some of its links are cancelled: Active when theirs were the last missing pages. */
export async function statusAfterCancelling(
  ctx: Context,
  { id: orderId, status }: Pick<StoredOrder, "id" | "status">,
  cancelled: readonly StoredPlacement[],
): Promise<OrderStatus> {
  if (status !== "Inputs_Required" || !cancelled.some(({ state }) => state === "needs_input")) return status;
  const [links, lines] = await ctx.db.batch([
    ctx.db
      .select({ id: placements.id, orderItemId: placements.orderItemId, state: placements.state })
      .from(placements)
      .where(eq(placements.orderId, orderId)),
    linesOf(ctx, orderId),
  ]);
  const ids = new Set(cancelled.map(({ id }) => id));
  const left = links.filter(({ id, state }) => state !== "cancelled" && !ids.has(id));
  const tracked = new Set(links.map(({ orderItemId }) => orderItemId));
  const waits = left.length === 0 || left.some(({ state }) => state === "needs_input");
  return waits || (await otherInputMissing(ctx, orderId, lines, tracked)) ? status : "Active";
}
