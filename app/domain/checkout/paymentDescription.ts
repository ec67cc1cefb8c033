import type { OrderRow } from "../orderPaid";

/** What the provider shows for the payment, at most 250 characters. */
export const paymentDescription = (order: Pick<OrderRow, "number" | "serviceName">) =>
  `Order ${order.number}: ${order.serviceName}`.slice(0, 250);
