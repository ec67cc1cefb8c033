import type { DifferenceRow } from "~/domain/books/findDifferences";

const kindLabels: Record<string, string> = {
  order: "Order",
  subscription: "Subscription",
  coupon: "Coupon",
  payout: "Payout of",
  client: "Client",
  counters: "Order counters",
  notification: "Notification of",
  movement: "Provider movement",
  file: "File",
};

/** 'Order 10412', 'Coupon WELCOME10', 'Order counters'. */
export const recordName = ({ recordKind, label }: Pick<DifferenceRow, "recordKind" | "label">) =>
  recordKind === "counters" ? kindLabels.counters! : `${kindLabels[recordKind] ?? recordKind} ${label}`;
