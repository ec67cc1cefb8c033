import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { paths } from "~/paths";
import { showToast } from "~/ui/feedback/showToast";
import { postInBackground } from "~/ui/form/postInBackground";
import { fetchLatestNotifications, markAllRead } from "./fetchLatestNotifications";
import { type DrawerContent, NotificationDrawer } from "./NotificationDrawer";
import { useLiveNotifications } from "./useLiveNotifications";

/** More than this cannot be read before they disappear. */
const MAX_TOASTS = 3;

/**
 * The live part of the bell: the unread count and the drawer. `served` comes with the page; its count holds until the
 * first update.
 */
export function useBellDrawer(served: { unread: number; now: number; user: { email: string } }) {
  const [unread, setUnread] = useState(served.unread);
  const [content, setContent] = useState<DrawerContent>("loading");
  const [opened, setOpened] = useState(false);
  useEffect(() => setUnread(served.unread), [served]);
  const announce = useAnnouncedOnce(served.now, useOpenNotification());
  const connectedBefore = useRef(false);
  const asking = useRef<"no" | "yes" | "again">("no");

  const refresh = async () => {
    // Coalesces a burst of messages into one more request.
    if (asking.current !== "no") {
      asking.current = "again";
      return false;
    }
    let heard = false;
    do {
      asking.current = "yes";
      try {
        const latest = await fetchLatestNotifications();
        if (latest.email !== served.user.email) throw new Error("These belong to another account");
        setContent(latest);
        setUnread(latest.unread);
        announce.fetched(latest.notifications.filter((notification) => !notification.read));
        heard = true;
      } catch {
        heard = false;
        // Keep what is shown. Only an empty drawer shows the failure.
        setContent((shown) => (shown === "loading" ? "failed" : shown));
      }
    } while ((asking.current as string) === "again");
    asking.current = "no";
    return heard;
  };

  useLiveNotifications({
    onConnect: (current) => {
      // The page just came with its count. After a break the same count may hold other notifications.
      if (connectedBefore.current || current !== unread) void refresh();
      connectedBefore.current = true;
    },
    onReturn: refresh,
    onMessage: ({ _id, description }) => {
      if (!announce.live({ id: _id, description })) return;
      setUnread((before) => before + 1);
      void refresh();
    },
  });

  const open = () => {
    setOpened(true);
    setContent((shown) => (shown === "failed" ? "loading" : shown));
    void refresh();
  };
  const readAll = async () => {
    try {
      await markAllRead();
    } catch {
      showToast("danger", "An error occurred. Please try again.");
    }
    void refresh();
  };
  return {
    unread,
    // A list that is fetched before the drawer opens does not render, so that it does not slow the page.
    drawer: <NotificationDrawer content={opened ? content : "loading"} onRetry={open} onReadAll={readAll} />,
    onDrawerOpen: open,
  };
}

interface News {
  id: string;
  description: string;
}

/** Marks a notification as read and goes where it leads, as a click in the list does. */
function useOpenNotification() {
  const navigate = useNavigate();
  return async (id: string) => {
    try {
      const to = await postInBackground(paths.notifications(), new URLSearchParams({ intent: "read", id }));
      if (to.document) window.location.assign(to.href);
      else navigate(to.href);
    } catch (error) {
      showToast("danger", (error as Error).message);
    }
  };
}

/**
 * Announces every notification once, whether it arrives live or is fetched after a reconnect (rules.md
 * notifications/outbox, notifications/reconnect).
 */
function useAnnouncedOnce(servedAt: number, open: (id: string) => void) {
  const known = useRef(new Set<string>());
  const [openedAt] = useState(servedAt);
  const announce = ({ id, description }: News) => showToast("info", description, { link: { onClick: () => open(id) } });
  return {
    /** Returns false for one already announced: delivery is at least once. */
    live({ id, description }: News) {
      if (known.current.has(id)) return false;
      known.current.add(id);
      announce({ id, description });
      return true;
    },
    fetched(found: (News & { createdAt: number })[]) {
      // What existed when the page opened is not new.
      const news = found.filter(({ id, createdAt }) => createdAt > openedAt && !known.current.has(id));
      for (const { id } of news) known.current.add(id);
      if (news.length > MAX_TOASTS) showToast("info", `${news.length} new notifications`);
      // Oldest first, as they would have arrived.
      else for (const one of [...news].reverse()) announce(one);
    },
  };
}
