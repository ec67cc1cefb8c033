import type { Page } from "~/list/defineList";
import type { Context } from "../context";
import { findOrders, type OrderListRow, type OrderQuery } from "./findOrders";

/** The home page shows this many; 'Show More' appears above it. */
const RECENT_ORDERS = 5;

/** The newest ones, of one status or all. */
export const newestOrders = (filters: OrderQuery["filters"] = []): OrderQuery => ({
  page: 0,
  pageSize: RECENT_ORDERS,
  filters,
  sort: { by: "createdTime", direction: "desc" },
});

/** The newest orders that the actor can see, and how many there are in all. */
export const recentOrders = (ctx: Context): Promise<Page<OrderListRow>> => findOrders(ctx, newestOrders());
