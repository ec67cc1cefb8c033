import type { Context } from "~/domain/context";
import { findInbox, readInboxPlace } from "~/domain/messages/findInbox";
import { type InboxTab, inboxTabs } from "~/domain/messages/threadStates";
import { nullOnFault } from "~/http/nullOnFault.server";

export const tabOf = ({ searchParams }: URL): InboxTab =>
  inboxTabs.find((tab) => tab === searchParams.get("tab")) ?? "unread";

/** The tab of an address, `unread` by default, and its page. */
export async function inboxPage(ctx: Context, url: URL) {
  const tab = tabOf(url);
  const after = readInboxPlace(url.searchParams.get("after"));
  return { tab, newest: after === null, page: await nullOnFault(findInbox(ctx, { tab, after })) };
}
