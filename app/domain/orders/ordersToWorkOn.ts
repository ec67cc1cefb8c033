import type { Page } from "~/list/defineList";
import { authorize } from "../access";
import type { Context } from "../context";
import { findOrders, type OrderListRow } from "./findOrders";
import type { OrderStatus } from "./orderStates";

/** What waits for staff: bought and not begun, or under way. */
export const workStatuses = ["Active", "Working"] as const satisfies readonly OrderStatus[];

/** The newest five orders that wait for staff, and how many there are. */
export async function ordersToWorkOn(ctx: Context): Promise<Page<OrderListRow>> {
  authorize(ctx, "orders.edit");
  return await findOrders(ctx, {
    page: 0,
    pageSize: 5,
    filters: [{ key: "status", operation: "in", values: [...workStatuses] }],
    sort: { by: "createdTime", direction: "desc" },
  });
}
