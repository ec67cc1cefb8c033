import { Link, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { InboxPage, InboxThread } from "~/domain/messages/findInbox";
import { type InboxTab, inboxTabLabels, inboxTabs } from "~/domain/messages/threadStates";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime, formatDay } from "~/format/dates";
import { paths } from "~/paths";
import { Badge } from "~/ui/feedback/Badge";
import { FailedRead } from "~/ui/feedback/FailedRead";
import { LinkButton } from "~/ui/form/LinkButton";
import { Tabs } from "~/ui/layout/Tabs";
import { useOrderNews } from "../notifications/orderNews";
import { inboxHref } from "./inboxHref";
import "./inbox.css";

export interface InboxListProps {
  tab: InboxTab;
  /** Null when the query failed. */
  page: InboxPage | null;
  /** The first page of the tab. */
  newest: boolean;
  /** Unread threads, at most 100. */
  unread: number;
  /** The thread that is open. */
  openId?: string;
}

export function InboxTabs({ tab, unread }: Pick<InboxListProps, "tab" | "unread">) {
  return (
    <Tabs
      label="Inbox"
      tabs={inboxTabs.map((one) => ({
        label:
          one === "unread" && unread > 0 ? (
            <>
              {inboxTabLabels[one]} <Badge>{unread > 99 ? "99+" : unread}</Badge>
            </>
          ) : (
            inboxTabLabels[one]
          ),
        href: inboxHref(one),
        active: one === tab,
      }))}
    />
  );
}

const empty: Record<InboxTab, string> = {
  unread: "No unread messages. New messages of clients appear here.",
  mine: "No client of your orders waits for an answer.",
  unassigned: "No client of an unassigned order waits for an answer.",
  waiting: "No conversation waits for the client.",
  snoozed: "No snoozed conversations. Snooze an order on its page to put it aside until a day.",
  all: "No messages yet. Conversations about orders appear here.",
};

/** One page of a tab's conversations. */
export function InboxList({ tab, page, newest, openId }: InboxListProps) {
  useLiveInbox();
  if (!page) return <FailedRead>An error occurred while loading the inbox.</FailedRead>;
  return (
    <nav className="inbox-list stack-small" aria-label="Conversations">
      {page.threads.length === 0 ? <p className="muted">{empty[tab]}</p> : null}
      <ul>
        {page.threads.map((thread) => (
          <li key={thread.orderId}>
            <ThreadLink thread={thread} tab={tab} open={thread.orderId === openId} />
          </li>
        ))}
      </ul>
      {newest && !page.older ? null : (
        <div className="row">
          {newest ? null : (
            <LinkButton to={inboxHref(tab)} size={1}>
              Newest
            </LinkButton>
          )}
          {page.older ? (
            <LinkButton to={inboxHref(tab, page.older)} size={1}>
              Older
            </LinkButton>
          ) : null}
        </div>
      )}
    </nav>
  );
}

function ThreadLink({ thread, tab, open }: { thread: InboxThread; tab: InboxTab; open: boolean }) {
  const zone = useZone();
  // An open thread has been read, also when the list was read before.
  const unread = thread.state === "unread" && !open;
  return (
    <Link
      className="inbox-thread"
      to={paths.inboxThread(thread.orderId, tab)}
      aria-current={open ? "page" : undefined}
      preventScrollReset
    >
      <span className="row row-between">
        <span translate="no">{unread ? <strong>{thread.clientName}</strong> : thread.clientName}</span>
        <time className="small muted" dateTime={new Date(thread.lastMessageAt).toISOString()}>
          {formatDateTime(thread.lastMessageAt, zone)}
        </time>
      </span>
      <span className="small muted">
        {thread.orderNumber} · {thread.serviceName}
      </span>
      <span className="small">
        {thread.fromStaff ? "Team: " : ""}
        {thread.words}
      </span>
      <span className="row">
        {unread ? <Badge tone="info">Unread</Badge> : null}
        {thread.state === "resolved" ? <Badge>Resolved</Badge> : null}
        {thread.snoozedUntil === null ? null : <Badge>Snoozed until {formatDay(thread.snoozedUntil, zone)}</Badge>}
        {thread.assigned ? null : <Badge tone="warning">Unassigned</Badge>}
      </span>
    </Link>
  );
}

/** Reads the page again when an order changed: immediately when it is in sight, else when the person returns to it. */
function useLiveInbox() {
  const revalidator = useRevalidator();
  const stale = useRef(false);
  const look = () => {
    if (!stale.current || document.visibilityState === "hidden" || revalidator.state !== "idle") return;
    stale.current = false;
    revalidator.revalidate();
  };
  const current = useRef(look);
  useEffect(() => {
    current.current = look;
    // News that arrived during a read.
    look();
  });
  useEffect(() => {
    const listener = () => current.current();
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  }, []);
  useOrderNews(null, () => {
    stale.current = true;
    look();
  });
}
