/**
 * One billing cycle's way (rules.md subscriptions/one-charge). open: claimed, not yet decided. paid: its order exists.
 * failed: its tries are used up or the decline was a hard one; a new card opens it again. closed: the subscription was
 * cancelled before it was paid.
 */
export const cycleStates = ["open", "paid", "failed", "closed"] as const;
export type CycleState = (typeof cycleStates)[number];

/** What began a cycle: its date, staff by Charge Now, or the customer. */
export const cycleOrigins = ["schedule", "chargeNow", "customer"] as const;
export type CycleOrigin = (typeof cycleOrigins)[number];
