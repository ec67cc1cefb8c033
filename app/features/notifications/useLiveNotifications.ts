import type { Client } from "@stomp/stompjs";
import { useEffect, useRef } from "react";
import type { NotificationEntity } from "~/domain/notifications/notification";
import { announceOrderNews } from "./orderNews";
import { reconnectDelays } from "./reconnectDelays";

interface LiveListener {
  onMessage(message: NotificationEntity): void;
  /** Called on every (re)connect, with the viewer's unread notifications if the hub knows them. */
  onConnect(unread: number | null): void;
  /** Called when the tab becomes visible. Resolves to whether the viewer is still signed in. */
  onReturn(): Promise<boolean>;
}

/** Heart-beats and the wait for a connection (rules.md notifications/live). */
const BEAT_MS = 4000;
const CONNECT_MS = 10_000;
/** The hub closes with this code when the session has ended, so reconnecting would not help. */
const SESSION_OVER = 1008;
const SUBSCRIBED = "subscribed";

/** Keeps the viewer's live connection while the page is open. Loads its library and starts when the page is idle. */
export function useLiveNotifications(listener: LiveListener) {
  const current = useRef(listener);
  useEffect(() => {
    current.current = listener;
  });
  useEffect(() => {
    let left = false;
    let client: Client | undefined;
    let reconnecting: Reconnecting | undefined;
    const cancel = whenIdle(async () => {
      const { Client: StompClient } = await import("@stomp/stompjs");
      if (left) return;
      [client, reconnecting] = liveClient(StompClient, current);
      client.activate();
    });
    const look = async () => {
      if (document.visibilityState === "hidden" || !client) return;
      // Another tab may have read them, or signed out and in again. activate() leaves an open connection as it is.
      if ((await current.current.onReturn()) && !left) client.activate();
    };
    const online = () => reconnecting?.now();
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", online);
    return () => {
      left = true;
      window.removeEventListener("online", online);
      reconnecting?.stop();
      document.removeEventListener("visibilitychange", look);
      cancel();
      void client?.deactivate({ force: true });
    };
  }, []);
}

interface Reconnecting {
  /** Tries without waiting, unless connected. */
  now(): void;
  stop(): void;
}

function liveClient(StompClient: typeof Client, listener: { current: LiveListener }): [Client, Reconnecting] {
  const delays = reconnectDelays();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reconnect = () => {
    timer = undefined;
    // The library reconnects at a fixed pace, so each try starts it again.
    void client.deactivate({ force: true }).then(() => client.activate());
  };
  const client = new StompClient({
    brokerURL: `${window.location.origin.replace(/^http/, "ws")}/our-websocket`,
    reconnectDelay: 0,
    connectionTimeout: CONNECT_MS,
    heartbeatIncoming: BEAT_MS,
    heartbeatOutgoing: BEAT_MS,
    // A hidden tab that lost its connection waits until it is visible.
    beforeConnect: untilVisible,
    onConnect: () => {
      delays.opened(performance.now());
      client.watchForReceipt(SUBSCRIBED, ({ headers: { unread } }) =>
        listener.current.onConnect(unread === undefined ? null : Number(unread)),
      );
      client.subscribe(
        "/user/notify/message",
        (message) => listener.current.onMessage(JSON.parse(message.body) as NotificationEntity),
        { receipt: SUBSCRIBED },
      );
      client.subscribe("/user/notify/order", (news) => {
        announceOrderNews((JSON.parse(news.body) as { orderId: string }).orderId);
      });
      announceOrderNews(null);
    },
    onWebSocketClose: ({ code }) => {
      if (code === SESSION_OVER) return void client.deactivate();
      if (client.active) timer ??= setTimeout(reconnect, delays.next(performance.now()));
    },
  });
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const now = () => {
    if (timer === undefined) return;
    stop();
    delays.reset();
    reconnect();
  };
  return [client, { now, stop }];
}

/** Runs `work` when the browser is idle. Returns a function that cancels it. */
function whenIdle(work: () => void): () => void {
  if (typeof window.requestIdleCallback === "function") {
    const handle = window.requestIdleCallback(work, { timeout: 3000 });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 1000);
  return () => clearTimeout(timer);
}

const untilVisible = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (document.visibilityState === "hidden") return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    look();
  });
