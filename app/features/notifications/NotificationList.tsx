import type { FormEvent } from "react";
import type { Notification } from "~/domain/notifications/notification";
import { formatNotificationTime } from "~/format/dates";
import { paths } from "~/paths";
import { BackgroundForm } from "~/ui/form/BackgroundForm";

interface NotificationListProps {
  /** Newest first. */
  notifications: readonly Notification[];
  /** ms UTC by the portal's clock. */
  now: number;
  onChoose?: (event: FormEvent<HTMLFormElement>) => void;
}

/** Notifications on the page and in the drawer. Clicking one marks it as read and opens its subject. */
export function NotificationList({ notifications, now, onChoose }: NotificationListProps) {
  if (notifications.length === 0)
    return (
      <p className="notifications-empty">
        No notifications available. Notifications about your activity will show up here.
      </p>
    );
  return (
    <ul className="notifications">
      {notifications.map(({ id, description, read, createdAt }) => (
        <li key={id}>
          <BackgroundForm action={paths.notifications()} onSubmit={onChoose}>
            <input type="hidden" name="id" value={id} />
            <button
              className={read ? "notification notification-read" : "notification"}
              type="submit"
              name="intent"
              value="read"
            >
              {read ? null : <span className="visually-hidden">Unread: </span>}
              <span className="notification-text">{description}</span>
              <time dateTime={new Date(createdAt).toISOString()}>{formatNotificationTime(createdAt, now)}</time>
            </button>
          </BackgroundForm>
        </li>
      ))}
    </ul>
  );
}
