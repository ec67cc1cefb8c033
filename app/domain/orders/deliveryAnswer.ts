import type { OrderStatus } from "./orderStates";

/** Statuses in which work is delivered: before, nothing was; after a cancellation nobody is asked any more. */
const delivering: readonly OrderStatus[] = ["Active", "Working", "Completed"];

/** Whether the customer is asked what they think of what was delivered: one table for page and operations. */
export const awaitsAnswer = (order: { status: OrderStatus; approvedAt: number | null; reports: number }) =>
  order.reports > 0 && order.approvedAt === null && delivering.includes(order.status);
