import type { MessageThread } from "~/domain/orders/orderWork";
import { paths } from "~/paths";

/** Where on an order's page somebody is: tab and thread are parts of its address. */
export interface OrderPlace {
  orderId: string;
  tab: string | null;
  thread: MessageThread;
}

/** The address of a place on an order's page; `form` is the one that is posted to it. */
export function orderHref({ orderId, tab, thread }: OrderPlace, form?: string) {
  const search = new URLSearchParams();
  if (tab && tab !== "details") search.set("tab", tab);
  if (thread === "Admin") search.set("thread", "admin");
  if (form) search.set("do", form);
  return search.size ? `${paths.order(orderId)}?${search}` : paths.order(orderId);
}
