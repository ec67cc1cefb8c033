/**
 * Where a refund was requested: by staff in the portal, or at the provider and reported by webhook (rules.md
 * refunds/recorded).
 */
export const refundSources = ["portal", "provider"] as const;

/** A refund counts once `succeeded`. A `pending` one reserves its amount, so two cannot exceed the payment. */
export const refundStates = ["pending", "succeeded", "failed"] as const;
export type RefundState = (typeof refundStates)[number];
