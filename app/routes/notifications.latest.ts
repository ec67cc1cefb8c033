import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { userOf } from "~/domain/context";
import { findNotifications } from "~/domain/notifications/findNotifications";
import { unreadCount } from "~/domain/notifications/unreadCount";
import type { LatestNotifications } from "~/features/notifications/fetchLatestNotifications";
import { pageContext } from "~/http/pageContext.server";

/** What the drawer and the live connection of an open page ask for. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "notifications.own");
  const [notifications, unread] = await Promise.all([findNotifications(ctx), unreadCount(ctx)]);
  return json<LatestNotifications>({ notifications, unread, now: ctx.now, email: userOf(ctx.actor)?.email ?? "" });
}
