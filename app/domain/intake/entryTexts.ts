import type { OrderStatus } from "../orders/orderStates";
import type { Role } from "../roles";

/** Why a project entry cannot be changed. Shared by the operations and the page (rules.md orders/edit-entry). */
export const OTHER_SIDE = "Only the side that wrote this entry can change it.";
export const LAST_ENTRY = "A package needs at least one entry. Edit this one instead of deleting it.";
const ORDER_CANCELLED = "This order was cancelled.";
const WORK_DONE = "The work on this order is done. Write us a message instead.";

/** Why a side cannot change an order's project details; null when it can. The client's end with the work. */
export function detailsLock(status: OrderStatus, side: Role): string | null {
  if (status === "Cancelled") return ORDER_CANCELLED;
  return status === "Completed" && side === "CUSTOMER" ? WORK_DONE : null;
}
