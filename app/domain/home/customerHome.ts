import type { Page } from "~/list/defineList";
import { batchRaw } from "~db/client.server";
import { authorize } from "../access";
import { type ShownAnnouncement, selectShown } from "../announcements/shownAnnouncements";
import type { Context } from "../context";
import { type OrderListRow, orderPage } from "../orders/findOrders";
import { newestOrders } from "../orders/recentOrders";

interface CustomerHomeContent {
  /** The newest orders that wait for project details (status Inputs_Required), with the total. */
  toAnswer: Page<OrderListRow>;
  /** The newest orders, with the total. */
  orders: Page<OrderListRow>;
  announcements: ShownAnnouncement[];
}

/** A customer's home page, in one round trip. */
export async function customerHome(ctx: Context): Promise<CustomerHomeContent> {
  authorize(ctx, "announcements.read");
  const waiting = orderPage(ctx.actor, newestOrders([{ key: "status", operation: "in", values: ["Inputs_Required"] }]));
  const newest = orderPage(ctx.actor, newestOrders());
  const shown = selectShown(ctx);
  const answers = await batchRaw(ctx.db, ...waiting.selects, ...newest.selects, shown);
  const [first, second] = [waiting.selects.length, newest.selects.length];
  return {
    toAnswer: waiting.toPage(answers.slice(0, first)),
    orders: newest.toPage(answers.slice(first, first + second)),
    announcements: answers.at(-1) as (typeof shown)["_"]["result"],
  };
}
