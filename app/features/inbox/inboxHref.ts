import type { InboxTab } from "~/domain/messages/threadStates";
import { paths } from "~/paths";

/** A tab of the inbox; with `after` its page behind that place. */
export function inboxHref(tab: InboxTab, after?: string) {
  const search = new URLSearchParams();
  if (tab !== "unread") search.set("tab", tab);
  if (after) search.set("after", after);
  return search.size ? `${paths.inbox()}?${search}` : paths.inbox();
}
