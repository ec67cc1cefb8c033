import type { Page } from "~/list/defineList";
import { authorize } from "../access";
import type { Context } from "../context";
import { findOrders, type OrderListRow } from "./findOrders";
import { workStatuses } from "./orderStates";

/** The five newest orders that need work, with the total. */
export async function ordersToWorkOn(ctx: Context): Promise<Page<OrderListRow>> {
  authorize(ctx, "orders.edit");
  return await findOrders(ctx, {
    page: 0,
    pageSize: 5,
    filters: [{ key: "status", operation: "in", values: [...workStatuses] }],
    sort: { by: "createdTime", direction: "desc" },
  });
}
