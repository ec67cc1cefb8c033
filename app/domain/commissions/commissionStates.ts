export const commissionStatuses = ["CREATED", "APPROVED", "PAID"] as const;
export type CommissionStatus = (typeof commissionStatuses)[number];

/** What the list can be narrowed to besides the status. Holding and approvable are CREATED rows. */
export const commissionStates = ["HOLDING", "APPROVABLE", "VOID", "SELF_REFERRAL"] as const;
export type CommissionState = (typeof commissionStates)[number];

const stateLabels: Record<CommissionState, string> = {
  HOLDING: "In the holding period",
  APPROVABLE: "Can be approved",
  VOID: "Void",
  SELF_REFERRAL: "Self-referral",
};
export const commissionStateLabel = (state: CommissionState) => stateLabels[state];

export const commissionStatusLabel = (status: CommissionStatus) => status.charAt(0) + status.slice(1).toLowerCase();

/** All staff can raise the rank, with jumps; only a super admin can lower it (rules.md commissions/statuses). */
export const commissionRank: Record<CommissionStatus, number> = { CREATED: 0, APPROVED: 1, PAID: 2 };

/** The statuses that an affiliate sees. */
export const statusesOfAffiliate = ["APPROVED", "PAID"] as const satisfies readonly CommissionStatus[];

/**
 * `earned`: at most one per order. `reversal`: a refund or cancellation of a paid commission (rules.md
 * commissions/amount). It is negative, or positive when that refund or cancellation is undone.
 */
export const commissionKinds = ["earned", "reversal"] as const;
export type CommissionKind = (typeof commissionKinds)[number];

/** Commissions of a filter that one change may take. */
export const MAX_MATCHING = 2000;
