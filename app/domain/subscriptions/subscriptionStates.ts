export const subscriptionStatuses = ["Active", "Due", "Past_Due", "Cancelled"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Cancelled is shown as Canceled, underscores as spaces (document 2 section 4). */
export const subscriptionStatusLabel = (status: SubscriptionStatus) =>
  status === "Cancelled" ? "Canceled" : status.replaceAll("_", " ");
