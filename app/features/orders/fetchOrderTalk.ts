import type { OrderMessage } from "~/domain/orders/orderMessage";
import { paths } from "~/paths";
import type { OrderPlace } from "./orderHref";

export interface OrderTalk {
  messages: OrderMessage[];
  stamp: string;
  /** True when staff read it. */
  staff: boolean;
}

/** Fetches the current thread. Null on failure: the page keeps what it shows and the next update tries again. */
export async function fetchOrderTalk({ orderId, thread }: OrderPlace): Promise<OrderTalk | null> {
  try {
    const address = paths.orderTalk(orderId) + (thread === "Admin" ? "?thread=admin" : "");
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    // An expired session redirects to the sign-in page.
    if (!response.ok || response.redirected) return null;
    return (await response.json()) as OrderTalk;
  } catch {
    return null;
  }
}
