import type { OrderMessage } from "~/domain/orders/orderMessage";
import { paths } from "~/paths";
import type { OrderPlace } from "./orderHref";

export interface OrderTalk {
  messages: OrderMessage[];
  stamp: string;
  /** Whether the team reads it. */
  staff: boolean;
}

/** The thread as it is now. Null when it could not be had: what is shown stays, and the next news asks again. */
export async function fetchOrderTalk({ orderId, thread }: OrderPlace): Promise<OrderTalk | null> {
  try {
    const address = paths.orderTalk(orderId) + (thread === "Admin" ? "?thread=admin" : "");
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    // A session that is over leads to the sign-in page.
    if (!response.ok || response.redirected) return null;
    return (await response.json()) as OrderTalk;
  } catch {
    return null;
  }
}
