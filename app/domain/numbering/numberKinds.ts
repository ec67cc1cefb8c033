/** Sequential numbers: of orders, and of invoices per payment account. */
export const numberKinds = ["order", "invoice:regular", "invoice:custom"] as const;
export type NumberKind = (typeof numberKinds)[number];
