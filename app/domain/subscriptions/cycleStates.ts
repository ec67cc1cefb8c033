/**
 * The states of a billing cycle (rules.md subscriptions/one-charge). open: started, undecided. paid: its order
 * exists. failed: out of tries or a hard decline; a new card reopens it. closed: the subscription was cancelled
 * before payment.
 */
export const cycleStates = ["open", "paid", "failed", "closed"] as const;
export type CycleState = (typeof cycleStates)[number];

/** What started a cycle: its date, staff by Charge Now, or the customer. */
export const cycleOrigins = ["schedule", "chargeNow", "customer"] as const;
export type CycleOrigin = (typeof cycleOrigins)[number];
