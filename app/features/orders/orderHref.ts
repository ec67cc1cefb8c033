import type { MessageThread } from "~/domain/messages/messageThreads";
import { paths } from "~/paths";

/** A place on an order's page. The tab and thread are part of the URL. */
export interface OrderPlace {
  orderId: string;
  tab: string | null;
  thread: MessageThread;
}

/** What an order's page shows in parts: the newest of each, or those before the one that the address names. */
export type OrderPart = "messages" | "reports" | "entries";

/** The URL of the part before a message, report or entry; without an id of the newest. */
export function partHref(place: OrderPlace, part: OrderPart, before: string | null) {
  const href = orderHref(place);
  return `${before ? `${href}${href.includes("?") ? "&" : "?"}${part}=${before}` : href}#${part}`;
}

/** The URL of a place on an order's page. `intent` names the form that posts to it. */
export function orderHref({ orderId, tab, thread }: OrderPlace, intent?: string) {
  const search = new URLSearchParams();
  if (tab && tab !== "details") search.set("tab", tab);
  if (thread === "Admin") search.set("thread", "admin");
  if (intent) search.set("intent", intent);
  return search.size ? `${paths.order(orderId)}?${search}` : paths.order(orderId);
}
