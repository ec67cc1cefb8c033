import type { Notification } from "~/domain/notifications/notification";
import { paths } from "~/paths";

export interface LatestNotifications {
  /** Newest first. */
  notifications: Notification[];
  unread: number;
  /** The owner's email address. Another tab may have signed in as someone else. */
  email: string;
  /** ms UTC by the portal's clock, which decides what 'same day' means. */
  now: number;
}

/**
 * Fetches the viewer's notifications. Uses fetch instead of a fetcher, because a failure must never replace the page
 * with its error page. Throws on failure.
 */
export async function fetchLatestNotifications(): Promise<LatestNotifications> {
  const response = await fetch(paths.latestNotifications(), { headers: { Accept: "application/json" } });
  // An expired session redirects to the sign-in page.
  if (!response.ok || response.redirected) throw new Error("Notifications could not be fetched");
  return (await response.json()) as LatestNotifications;
}

/** Marks all as read from the open drawer. Throws on failure. */
export async function markAllRead(): Promise<void> {
  const response = await fetch(paths.notifications(), {
    method: "POST",
    body: new URLSearchParams({ intent: "readAll" }),
    // The redirect is the success response; there is no need to follow it.
    redirect: "manual",
  });
  if (!response.ok && response.type !== "opaqueredirect") throw new Error("Notifications could not be marked");
}
