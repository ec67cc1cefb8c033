/** An order's two message threads as the wire names them (document 2 section 2): Admin is the team's own. */
export const messageThreads = ["Customer", "Admin"] as const;
export type MessageThread = (typeof messageThreads)[number];

/** Where a refund was asked for: in the portal by staff, or at the provider, known here from its webhook (decision O4). */
export const refundSources = ["portal", "provider"] as const;

/** A refund counts from `succeeded` on; a `pending` one holds its amount, so that two cannot exceed what was paid. */
export const refundStates = ["pending", "succeeded", "failed"] as const;
export type RefundState = (typeof refundStates)[number];
