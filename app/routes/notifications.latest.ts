import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { userOf } from "~/domain/context";
import { findNotifications } from "~/domain/notifications/findNotifications";
import { unreadCount } from "~/domain/notifications/unreadCount";
import type { LatestNotifications } from "~/features/notifications/fetchLatestNotifications";
import { pageContext } from "~/http/pageContext.server";

/** Serves the bell's drawer and the live connection of an open page. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "notifications.own");
  const [notifications, unread] = await Promise.all([findNotifications(ctx), unreadCount(ctx)]);
  return json<LatestNotifications>({ notifications, unread, now: ctx.now, email: userOf(ctx.actor)?.email ?? "" });
}
