/** refunding: requested, not yet confirmed by the provider. */
export const unmatchedStates = ["open", "refunding", "refunded"] as const;
export type UnmatchedState = (typeof unmatchedStates)[number];
