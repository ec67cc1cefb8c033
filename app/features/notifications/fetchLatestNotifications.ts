import type { Notification } from "~/domain/notifications/notification";
import { paths } from "~/paths";

export interface LatestNotifications {
  /** Newest first. */
  notifications: Notification[];
  unread: number;
  /** Address of whose they are: another tab of the browser may have become somebody else. */
  email: string;
  /** ms UTC by the portal's clock: what 'same day' is measured by. */
  now: number;
}

/**
 * The person's notifications, from script. A plain request and no fetcher: what fails in the drawer or behind a
 * reconnecting socket must not replace the page by its error. Throws when they could not be had.
 */
export async function fetchLatestNotifications(): Promise<LatestNotifications> {
  const response = await fetch(paths.latestNotifications(), { headers: { Accept: "application/json" } });
  // A session that is over leads to the sign-in page.
  if (!response.ok || response.redirected) throw new Error("Notifications could not be fetched");
  return (await response.json()) as LatestNotifications;
}

/** Marks all as read behind the open drawer. Throws when it could not be done. */
export async function markAllRead(): Promise<void> {
  const response = await fetch(paths.notifications(), {
    method: "POST",
    body: new URLSearchParams({ intent: "readAll" }),
    // Where a form would be led on to is no news.
    redirect: "manual",
  });
  if (!response.ok && response.type !== "opaqueredirect") throw new Error("Notifications could not be marked");
}
