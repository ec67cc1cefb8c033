import type { FormEvent } from "react";
import type { Notification } from "~/domain/notifications/notification";
import { useZone } from "~/features/frame/useZone";
import { formatDay, formatNotificationTime } from "~/format/dates";
import { paths } from "~/paths";
import { BackgroundForm } from "~/ui/form/BackgroundForm";

interface NotificationListProps {
  /** Newest first. */
  notifications: readonly Notification[];
  /** ms UTC by the portal's clock. */
  now: number;
  onChoose?: (event: FormEvent<HTMLFormElement>) => void;
  unreadOnly?: boolean;
}

/** Notifications on the page and in the drawer. Clicking one marks it as read and opens its subject. */
export function NotificationList({ notifications, now, onChoose, unreadOnly }: NotificationListProps) {
  const zone = useZone();
  if (notifications.length === 0 && unreadOnly) return <p className="notifications-empty">No unread notifications.</p>;
  if (notifications.length === 0)
    return (
      <p className="notifications-empty">
        No notifications available. Notifications about your activity will show up here.
      </p>
    );
  return (
    <div className="stack-small">
      {daysOf(notifications, now, zone).map(({ day, items }) => (
        <section key={day} className="notifications-day" aria-label={day}>
          <h2>{day}</h2>
          <ul className="notifications">
            {items.map(({ id, description, read, createdAt }) => (
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
                    <time dateTime={new Date(createdAt).toISOString()}>
                      {formatNotificationTime(createdAt, now, zone)}
                    </time>
                  </button>
                </BackgroundForm>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const DAY = 86_400_000;

/** Groups in the given order, newest first: Today, Yesterday, then the day. */
function daysOf(notifications: readonly Notification[], now: number, zone: string) {
  const days: { day: string; items: Notification[] }[] = [];
  for (const one of notifications) {
    const date = formatDay(one.createdAt, zone);
    const day = date === formatDay(now, zone) ? "Today" : date === formatDay(now - DAY, zone) ? "Yesterday" : date;
    if (days.at(-1)?.day === day) days.at(-1)?.items.push(one);
    else days.push({ day, items: [one] });
  }
  return days;
}
