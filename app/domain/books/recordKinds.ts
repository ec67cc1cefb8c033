import type { BookSubject } from "./check";

/** The kind of the record of a difference, for people. */
export const recordKinds: Record<BookSubject, string> = {
  orders: "order",
  subscriptions: "subscription",
  coupons: "coupon",
  payouts: "payout",
  clients: "client",
  notifications: "notification",
  balance: "movement",
  files: "file",
};
