import type { MessageThread } from "~/domain/messages/messageThreads";
import { paths, samePlace } from "~/paths";

/** A place on an order's page. The tab and thread are part of the URL. */
export interface OrderPlace {
  orderId: string;
  tab: string | null;
  thread: MessageThread;
  /** Where it was opened from: the query of the list, with its question mark, or the work queue's path. */
  from?: string | null;
  /** The order's messages in the inbox, in whose tab `tab` they are. */
  inbox?: true;
}

/** The query of the list without filters. */
export const EVERY_ORDER = "?";

/** Longer queries are not taken along. */
const MAX_FROM = 1500;

/** The list's query, or the work queue's path, in the address of an order's page; null without one. */
export const fromIn = (search: URLSearchParams) => {
  const from = search.get("from");
  return (from?.startsWith("?") && from.length <= MAX_FROM) || from === paths.work() ? from : null;
};

/** The page that an order was opened from. */
export const pageBefore = (from: string | null) =>
  from === paths.work()
    ? { href: from, label: "My work" }
    : { href: paths.orders() + (from === null || from === EVERY_ORDER ? "" : from), label: "Orders" };

/** What an order's page shows in parts: the newest of each, or those before the one that the address names. */
export type OrderPart = "messages" | "reports" | "entries";

/** The URL of the part before a message, report or entry; without an id of the newest. */
export function partHref(place: OrderPlace, part: OrderPart, before: string | null) {
  const href = orderHref(place);
  return `${before ? `${href}${href.includes("?") ? "&" : "?"}${part}=${before}` : href}#${part}`;
}

/** The query of a place, for `samePlace`. */
export const placeSearch = (place: OrderPlace) => orderHref(place).split("?")[1] ?? "";

/** The message form, begun with a quote of a message. */
export function quoteHref(place: OrderPlace, messageId: string) {
  const href = orderHref(place);
  return `${href}${href.includes("?") ? "&" : "?"}quote=${messageId}#messages`;
}

/** The page of the delivery dialog, which keeps the tab, the thread and the page to return to. */
export const deliverHref = (orderId: string, search: string) => samePlace(paths.orderDeliver(orderId), search);

/** The order's page behind that dialog. */
export const orderBehindDelivery = (orderId: string, search: string) => samePlace(paths.order(orderId), search);

/** The URL of a place on an order's page. `intent` names the form that posts to it. */
export function orderHref({ orderId, tab, thread, from, inbox }: OrderPlace, intent?: string) {
  const search = new URLSearchParams();
  if (tab && tab !== "details") search.set("tab", tab);
  if (thread === "Admin") search.set("thread", "admin");
  if (from) search.set("from", from);
  if (intent) search.set("intent", intent);
  const page = inbox ? paths.inboxThread(orderId) : paths.order(orderId);
  return search.size ? `${page}?${search}` : page;
}
