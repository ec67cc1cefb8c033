import type { Page } from "~/list/defineList";
import { authorize } from "../access";
import type { Context } from "../context";
import { findOrders, type OrderListRow } from "./findOrders";
import { RECENT_ORDERS } from "./recentOrders";

/** The customer's newest orders that wait for project details (status Inputs_Required), and how many there are. */
export async function ordersToAnswer(ctx: Context): Promise<Page<OrderListRow>> {
  authorize(ctx, "orders.list");
  return await findOrders(ctx, {
    page: 0,
    pageSize: RECENT_ORDERS,
    filters: [{ key: "status", operation: "in", values: ["Inputs_Required"] }],
    sort: { by: "createdTime", direction: "desc" },
  });
}
