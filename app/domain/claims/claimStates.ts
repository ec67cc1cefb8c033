/** States of a claim under the guarantee, and who decides what in them (rules.md claims/states). */
export const claimStates = [
  "open",
  "confirmed",
  "repairing",
  "repaired",
  "replacing",
  "replaced",
  "refunded",
  "rejected",
] as const;
export type ClaimState = (typeof claimStates)[number];

/** A link has at most one claim in these. */
export const openClaimStates = ["open", "confirmed", "repairing", "replacing"] as const satisfies readonly ClaimState[];
/** The next check that finds the link closes a claim in these as repaired. */
export const repairableStates = ["open", "confirmed", "repairing"] as const satisfies readonly ClaimState[];

export const claimOpeners = ["watch", "client", "staff"] as const;
export type ClaimOpener = (typeof claimOpeners)[number];

const labels: Record<ClaimState, string> = {
  open: "Reported",
  confirmed: "Confirmed lost",
  repairing: "Being repaired",
  repaired: "Repaired",
  replacing: "Being replaced",
  replaced: "Replaced",
  refunded: "Refunded",
  rejected: "Rejected",
};
export const claimStateLabel = (state: ClaimState) => labels[state];

/** What staff decide about a claim. `repair`: they asked the publisher. */
export const claimDecisions = ["confirm", "repair", "replace", "refund", "reject"] as const;
export type ClaimDecision = (typeof claimDecisions)[number];

const decidedFrom: Record<ClaimDecision, readonly ClaimState[]> = {
  confirm: ["open"],
  repair: ["open", "confirmed"],
  replace: repairableStates,
  refund: openClaimStates,
  reject: openClaimStates,
};

/** True when a claim in this state takes the decision. */
export const takesDecision = (state: ClaimState, decision: ClaimDecision) => decidedFrom[decision].includes(state);

export const isOpenClaim = (state: ClaimState) => (openClaimStates as readonly ClaimState[]).includes(state);
