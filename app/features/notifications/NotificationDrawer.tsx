import { type FormEvent, useState } from "react";
import { Alert } from "~/ui/feedback/Alert";
import { Spinner } from "~/ui/feedback/Spinner";
import { Button } from "~/ui/form/Button";
import type { LatestNotifications } from "./fetchLatestNotifications";
import { NotificationList } from "./NotificationList";

export type DrawerContent = "loading" | "failed" | LatestNotifications;

const closeDialog = (event: FormEvent<HTMLFormElement>) => event.currentTarget.closest("dialog")?.close();

interface NotificationDrawerProps {
  content: DrawerContent;
  onRetry(): void;
  onReadAll(): void;
}

/** The content of the bell's drawer. The bell's own dialog traps the focus and closes on Escape. */
export function NotificationDrawer({ content, onRetry, onReadAll }: NotificationDrawerProps) {
  const [unreadOnly, setUnreadOnly] = useState(false);
  if (content === "loading")
    return (
      <div className="notifications-loading">
        <Spinner large label="Loading notifications" />
      </div>
    );
  if (content === "failed")
    return (
      <Alert tone="danger" action={<Button onClick={onRetry}>Try again</Button>}>
        An error occurred while fetching notifications
      </Alert>
    );
  return (
    <>
      <div className="row row-end">
        <Button variant="ghost" aria-pressed={unreadOnly} onClick={() => setUnreadOnly(!unreadOnly)}>
          Unread only
        </Button>
        {content.unread > 0 ? (
          <Button variant="ghost" onClick={onReadAll}>
            Mark all as read
          </Button>
        ) : null}
      </div>
      <NotificationList
        {...content}
        notifications={content.notifications.filter(({ read }) => !unreadOnly || !read)}
        unreadOnly={unreadOnly}
        onChoose={closeDialog}
      />
    </>
  );
}
