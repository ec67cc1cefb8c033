import type { Page } from "~/list/defineList";
import type { Context } from "../context";
import { findOrders, type OrderListRow, type OrderQuery } from "./findOrders";

/** Orders on the home page; with more, it shows 'Show More'. */
const RECENT_ORDERS = 5;

/** Newest first, optionally filtered. */
export const newestOrders = (filters: OrderQuery["filters"] = []): OrderQuery => ({
  page: 0,
  pageSize: RECENT_ORDERS,
  filters,
  sort: { by: "createdTime", direction: "desc" },
});

/** The newest orders that the actor can see, with the total. */
export const recentOrders = (ctx: Context): Promise<Page<OrderListRow>> => findOrders(ctx, newestOrders());
