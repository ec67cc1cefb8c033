export const subscriptionStatuses = ["Active", "Due", "Past_Due", "Cancelled"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Cancelled is shown as Canceled, underscores as spaces. */
export const subscriptionStatusLabel = (status: SubscriptionStatus) =>
  status === "Cancelled" ? "Canceled" : status.replaceAll("_", " ");

/** Staff actions by status: one table for buttons and operations. */
export const subscriptionActions: Record<SubscriptionStatus, readonly ("chargeNow" | "cancel")[]> = {
  Active: ["chargeNow", "cancel"],
  Due: ["chargeNow", "cancel"],
  Past_Due: ["cancel"],
  Cancelled: [],
};

/**
 * Events of a subscription. After `tryFailed` a retry follows, after `triesOver` none: out of tries or a hard
 * decline.
 */
export type SubscriptionEvent = "tryFailed" | "triesOver" | "newCard" | "paid" | "cancelled";

/**
 * The next status for each event (rules.md subscriptions/dunning, subscriptions/cancel). A missing event changes
 * nothing, e.g. after a cancellation.
 */
export const subscriptionTransitions: Record<
  SubscriptionStatus,
  Partial<Record<SubscriptionEvent, SubscriptionStatus>>
> = {
  Active: { tryFailed: "Due", triesOver: "Past_Due", cancelled: "Cancelled" },
  Due: { triesOver: "Past_Due", paid: "Active", cancelled: "Cancelled" },
  // Never retried automatically. A new card is tried immediately.
  Past_Due: { newCard: "Due", paid: "Active", cancelled: "Cancelled" },
  Cancelled: {},
};

/** Payments shown with a subscription; the order list has the rest. */
export const SHOWN_ORDERS = 12;
