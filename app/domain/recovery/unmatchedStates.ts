/** refunding: the refund was asked for, and the provider has not confirmed it. */
export const unmatchedStates = ["open", "refunding", "refunded"] as const;
export type UnmatchedState = (typeof unmatchedStates)[number];
