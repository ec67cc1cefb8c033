import type { FormEvent } from "react";
import { Alert } from "~/ui/feedback/Alert";
import { Spinner } from "~/ui/feedback/Spinner";
import { Button } from "~/ui/form/Button";
import type { LatestNotifications } from "./fetchLatestNotifications";
import { NotificationList } from "./NotificationList";

export type DrawerContent = "loading" | "failed" | LatestNotifications;

const closeDialog = (event: FormEvent<HTMLFormElement>) => event.currentTarget.closest("dialog")?.close();

/** What the bell's drawer holds (document 1 section 2); the bell's own dialog keeps the focus and closes on Escape. */
export function NotificationDrawer({ content, onRetry }: { content: DrawerContent; onRetry: () => void }) {
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
  return <NotificationList {...content} onChoose={closeDialog} />;
}
