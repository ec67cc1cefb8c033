/** Running numbers for people: of orders, and of invoices by payment account. */
export const numberKinds = ["order", "invoice:regular", "invoice:custom"] as const;
export type NumberKind = (typeof numberKinds)[number];
