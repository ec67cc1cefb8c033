import type { Page } from "~/list/defineList";
import { batchRaw } from "~db/client.server";
import { authorize } from "../access";
import { type ShownAnnouncement, selectShown } from "../announcements/shownAnnouncements";
import type { Context } from "../context";
import { type OrderListRow, orderPage } from "../orders/findOrders";
import { newestOrders } from "../orders/recentOrders";

export interface CustomerHomeContent {
  /** The newest orders that wait for project details (status Inputs_Required), and how many there are. */
  toAnswer: Page<OrderListRow>;
  /** The newest orders, and how many there are in all. */
  orders: Page<OrderListRow>;
  announcements: ShownAnnouncement[];
}

/** What a customer finds at /, in one round trip. */
export async function customerHome(ctx: Context): Promise<CustomerHomeContent> {
  authorize(ctx, "announcements.read");
  const waiting = orderPage(ctx, newestOrders([{ key: "status", operation: "in", values: ["Inputs_Required"] }]));
  const newest = orderPage(ctx, newestOrders());
  const [waitingRows, waitingTotal, newestRows, newestTotal, announcements] = await batchRaw(
    ctx.db,
    ...waiting.selects,
    ...newest.selects,
    selectShown(ctx),
  );
  return {
    toAnswer: waiting.toPage([waitingRows, waitingTotal]),
    orders: newest.toPage([newestRows, newestTotal]),
    announcements,
  };
}
