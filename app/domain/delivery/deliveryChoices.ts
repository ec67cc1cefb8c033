import { type OrderStatus, staffTransitions, unpaidStatuses } from "../orders/orderStates";

/** What staff must do before an order can be delivered; null when it can be delivered. */
export function deliveryObstacle(status: OrderStatus): string | null {
  if ((unpaidStatuses as readonly string[]).includes(status))
    return "This order is not paid. You can deliver it after the client has paid.";
  if (status === "Cancelled") return "This order is canceled. A super admin can reopen it, then you can deliver it.";
  return null;
}

/** The statuses that a delivery can lead to, the order's own first. */
export const deliveryStatuses = (status: OrderStatus): OrderStatus[] => [
  status,
  ...staffTransitions[status].filter((next) => next !== "Cancelled"),
];

/** The status that the dialog proposes: Completed if nothing is open. */
export const proposedStatus = (status: OrderStatus, openLinks: number): OrderStatus =>
  openLinks === 0 && staffTransitions[status].includes("Completed") ? "Completed" : status;
