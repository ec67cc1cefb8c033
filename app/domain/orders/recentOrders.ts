import type { Page } from "~/list/defineList";
import type { Context } from "../context";
import { findOrders, type OrderListRow } from "./findOrders";

/** The home page shows this many; 'Show More' appears above it (document 2 section 9). */
export const RECENT_ORDERS = 5;

/** The newest orders that the actor can see, and how many there are in all. */
export const recentOrders = (ctx: Context): Promise<Page<OrderListRow>> =>
  findOrders(ctx, {
    page: 0,
    pageSize: RECENT_ORDERS,
    filters: [],
    sort: { by: "createdTime", direction: "desc" },
  });
