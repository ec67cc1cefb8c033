/** Sequential numbers: of orders, and of invoices and credit notes per payment account. */
export const numberKinds = ["order", "invoice:regular", "invoice:custom", "credit:regular", "credit:custom"] as const;
export type NumberKind = (typeof numberKinds)[number];
