import { useEffect, useRef } from "react";

type Listener = (orderId: string | null) => void;
const listeners = new Set<Listener>();

/**
 * Called by the live connection when an order changed, or with null after a (re)connect, when any order may have
 * changed.
 */
export function announceOrderNews(orderId: string | null) {
  for (const listener of listeners) listener(orderId);
}

/** Calls `onNews` when the order changed, or any order for null, while the component is mounted. */
export function useOrderNews(orderId: string | null, onNews: () => void) {
  const current = useRef(onNews);
  useEffect(() => {
    current.current = onNews;
  });
  useEffect(() => {
    const listener: Listener = (changed) => {
      if (changed === null || orderId === null || changed === orderId) current.current();
    };
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [orderId]);
}
