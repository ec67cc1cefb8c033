import type { OrderStatus } from "../orders/orderStates";

/**
 * Statuses in which a delivery can be answered. Before them nothing was delivered, and a cancelled order asks for no
 * answer.
 */
const delivering: readonly OrderStatus[] = ["Active", "Working", "Completed"];

/** Whether the customer should approve or request changes. Shared by the page and the operations. */
export const awaitsAnswer = (order: { status: OrderStatus; approvedAt: number | null; reports: number }) =>
  order.reports > 0 && order.approvedAt === null && delivering.includes(order.status);
