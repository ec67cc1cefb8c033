/** Order statuses, their labels and transitions: one table for page, API and settlement (rules.md orders/states). */
export const orderStatuses = [
  "Abandoned_Checkout",
  "Payment_Failed",
  "Active",
  "Inputs_Required",
  "Working",
  "Completed",
  "Cancelled",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const orderStatusLabel = (status: OrderStatus) => status.replaceAll("_", " ");

/**
 * What staff may set by hand. Only settlement makes payment transitions, and only a SuperAdmin can reopen a Cancelled
 * order, with a reason.
 */
export const staffTransitions: Record<OrderStatus, readonly OrderStatus[]> = {
  Abandoned_Checkout: ["Cancelled"],
  Payment_Failed: ["Cancelled"],
  Inputs_Required: ["Active", "Working", "Cancelled"],
  Active: ["Inputs_Required", "Working", "Completed", "Cancelled"],
  Working: ["Inputs_Required", "Active", "Completed", "Cancelled"],
  Completed: ["Working"],
  Cancelled: [],
};

/** Statuses of unpaid orders: no revenue, and not counted for the customer (rules.md orders/unpaid). */
export const unpaidStatuses = ["Abandoned_Checkout", "Payment_Failed"] as const satisfies readonly OrderStatus[];

/** Orders in progress: their deadline is running or waits for the client. */
export const hasDeadline = (status: OrderStatus) =>
  status === "Inputs_Required" || status === "Active" || status === "Working";

export const paymentTypes = ["MANUAL", "DIRECT", "SUBSCRIPTION"] as const;
export type OrderPaymentType = (typeof paymentTypes)[number];

export const payStates = ["unpaid", "paid", "partly_refunded", "refunded"] as const;
export type PayState = (typeof payStates)[number];

/** Orders that need work by staff. */
export const workStatuses = ["Active", "Working"] as const satisfies readonly OrderStatus[];

/** Orders waiting for the customer, to fill in details or to pay. */
export const inputStatuses = ["Inputs_Required", ...unpaidStatuses] as const satisfies readonly OrderStatus[];

export const payStateLabels: Record<PayState, string> = {
  unpaid: "Not paid",
  paid: "Paid",
  partly_refunded: "Partly refunded",
  refunded: "Refunded",
};
