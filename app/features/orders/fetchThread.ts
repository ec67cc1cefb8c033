import type { CursorPage } from "~/domain/cursorPage";
import type { OrderMessage } from "~/domain/messages/orderMessage";
import { paths } from "~/paths";
import type { OrderPlace } from "./orderHref";

export interface ThreadAnswer {
  messages: CursorPage<OrderMessage>;
  stamp: string | null;
  /** True when staff read it. */
  staff: boolean;
}

/**
 * Fetches the newest messages of a thread. Null on failure: the page keeps what it shows and the next update tries
 * again.
 */
export async function fetchThread({ orderId, thread }: OrderPlace): Promise<ThreadAnswer | null> {
  try {
    const address = paths.orderThread(orderId) + (thread === "Admin" ? "?thread=admin" : "");
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    // An expired session redirects to the sign-in page.
    if (!response.ok || response.redirected) return null;
    return (await response.json()) as ThreadAnswer;
  } catch {
    return null;
  }
}
