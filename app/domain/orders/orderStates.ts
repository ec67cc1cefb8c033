/**
 * Order statuses, their labels and the moves between them: one table for page, API and settlement
 * (rules.md orders/states).
 */
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

/** Underscores are shown as spaces. */
export const orderStatusLabel = (status: OrderStatus) => status.replaceAll("_", " ");

/** What staff may set by hand. Payment moves are settlement's alone; Cancelled goes back only by a SuperAdmin with a reason. */
export const staffTransitions: Record<OrderStatus, readonly OrderStatus[]> = {
  Abandoned_Checkout: ["Cancelled"],
  Payment_Failed: ["Cancelled"],
  Inputs_Required: ["Active", "Working", "Cancelled"],
  Active: ["Inputs_Required", "Working", "Completed", "Cancelled"],
  Working: ["Inputs_Required", "Active", "Completed", "Cancelled"],
  Completed: ["Working"],
  Cancelled: [],
};

/** Statuses of an order nobody has paid for: not revenue, not counted for the customer (rules.md orders/unpaid). */
export const unpaidStatuses = ["Abandoned_Checkout", "Payment_Failed"] as const satisfies readonly OrderStatus[];

export const paymentTypes = ["MANUAL", "DIRECT", "SUBSCRIPTION"] as const;
export type OrderPaymentType = (typeof paymentTypes)[number];

export const payStates = ["unpaid", "paid", "partly_refunded", "refunded"] as const;
export type PayState = (typeof payStates)[number];

/** What waits for the customer: details to fill in, or a payment to finish. */
export const inputStatuses = ["Inputs_Required", ...unpaidStatuses] as const satisfies readonly OrderStatus[];

/** How a pay state is said. */
export const payStateLabels: Record<PayState, string> = {
  unpaid: "Not paid",
  paid: "Paid",
  partly_refunded: "Partly refunded",
  refunded: "Refunded",
};
