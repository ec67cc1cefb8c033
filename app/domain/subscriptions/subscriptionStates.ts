export const subscriptionStatuses = ["Active", "Due", "Past_Due", "Cancelled"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Cancelled is shown as Canceled, underscores as spaces. */
export const subscriptionStatusLabel = (status: SubscriptionStatus) =>
  status === "Cancelled" ? "Canceled" : status.replaceAll("_", " ");

/** What staff can do with a subscription: one table for buttons and operations. */
export const subscriptionActions: Record<SubscriptionStatus, readonly ("chargeNow" | "cancel")[]> = {
  Active: ["chargeNow", "cancel"],
  Due: ["chargeNow", "cancel"],
  Past_Due: ["cancel"],
  Cancelled: [],
};

/** What happens to a subscription. `tryFailed` may be tried again, `triesOver` may not: used up, or a hard decline. */
export type SubscriptionEvent = "tryFailed" | "triesOver" | "newCard" | "paid" | "cancelled";

/**
 * Where each event leads (rules.md subscriptions/dunning, subscriptions/cancel); an event that is missing changes
 * nothing, as after a cancellation.
 */
export const subscriptionTransitions: Record<
  SubscriptionStatus,
  Partial<Record<SubscriptionEvent, SubscriptionStatus>>
> = {
  Active: { tryFailed: "Due", triesOver: "Past_Due", cancelled: "Cancelled" },
  Due: { triesOver: "Past_Due", paid: "Active", cancelled: "Cancelled" },
  // Never tried again by itself: only a new card has it tried, at once.
  Past_Due: { newCard: "Due", paid: "Active", cancelled: "Cancelled" },
  Cancelled: {},
};

/** How many of its payments a customer sees with a subscription; more are in the order list. */
export const SHOWN_ORDERS = 12;
