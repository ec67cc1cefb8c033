import { type Context, zonesOf } from "~/domain/context";
import { orderList } from "~/domain/orders/orderList";
import { type OrderNeighbors, orderNeighbors } from "~/domain/orders/orderNeighbors";
import { isResting } from "~/domain/workQueue/workGroups";
import { queueOf } from "~/features/workQueue/workPage.server";
import { listFromUrl } from "~/list/listFromUrl";
import { paths } from "~/paths";

/**
 * The orders before and after one, in the list or the work queue that it was opened from. An order that has left the
 * queue is followed by the most pressing one.
 */
export async function orderSteps(
  ctx: Context,
  order: { id: string; createdAt: number },
  from: string,
): Promise<OrderNeighbors | null> {
  if (from !== paths.work())
    return await orderNeighbors(ctx, order, listFromUrl(orderList, `${ctx.siteUrl}/orders${from}`, zonesOf(ctx)));
  const { groups } = await queueOf(ctx);
  // Links have pages of their own, and in a resting group there is nothing to do.
  const items = groups.filter(({ key }) => !isResting(key)).flatMap((group) => group.items);
  const ids = [...new Set(items.filter(({ kind }) => kind !== "link").map(({ orderId }) => orderId))];
  const at = ids.indexOf(order.id);
  return { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
}
