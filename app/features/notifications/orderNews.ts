import { useEffect, useRef } from "react";

type Listener = (orderId: string | null) => void;
const listeners = new Set<Listener>();

/** From the live connection: this order has news; null after (re)connecting, when anything may have happened. */
export function announceOrderNews(orderId: string | null) {
  for (const listener of listeners) listener(orderId);
}

/** Calls back when the order has news, while it is shown. */
export function useOrderNews(orderId: string, onNews: () => void) {
  const current = useRef(onNews);
  useEffect(() => {
    current.current = onNews;
  });
  useEffect(() => {
    const listener: Listener = (changed) => {
      if (changed === null || changed === orderId) current.current();
    };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [orderId]);
}
