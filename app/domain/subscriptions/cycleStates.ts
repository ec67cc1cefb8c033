/**
 * The states of a billing cycle (rules.md subscriptions/one-charge). open: started, undecided. paid: its order
 * exists. failed: out of tries or a hard decline; a new card reopens it. closed: the subscription was cancelled
 * before payment.
 */
export const cycleStates = ["open", "paid", "failed", "closed"] as const;
export type CycleState = (typeof cycleStates)[number];

/** What started a cycle: its date, staff by Charge Now, the customer, or staff for a date that billing missed. */
export const cycleOrigins = ["schedule", "chargeNow", "customer", "missed"] as const;
export type CycleOrigin = (typeof cycleOrigins)[number];

/** A date that billing missed waits for staff, who charge it or leave it (rules.md subscriptions/missed). */
export const missedStates = ["open", "charged", "left"] as const;
