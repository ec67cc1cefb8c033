import { formatNumber } from "~/format/numbers";
import { authorize } from "../access";
import type { Context } from "../context";
import { Invalid } from "../errors";
import { MAX_CHANGED } from "./changeOrdersInput";
import type { OrderQuery } from "./findOrders";
import { findOrdersByName } from "./findOrdersByName";

/** The ids of all orders that the query matches, for a change of many. Throws Invalid for too many. */
export async function matchingOrderIds(ctx: Context, query: OrderQuery): Promise<string[]> {
  authorize(ctx, "orders.edit");
  const { content, totalElements } = await findOrdersByName(ctx, { ...query, page: 0, pageSize: MAX_CHANGED });
  if (totalElements > MAX_CHANGED)
    throw new Invalid(`Narrow the filter: at most ${formatNumber(MAX_CHANGED)} orders can be changed at a time`, "all");
  return content.map(({ id }) => id);
}
