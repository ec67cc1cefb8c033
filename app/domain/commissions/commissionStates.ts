/** The statuses and their allowed transitions (rules.md commissions/statuses). */
export const commissionStatuses = ["CREATED", "APPROVED", "PAID"] as const;
export type CommissionStatus = (typeof commissionStatuses)[number];

/** Lists show underscores as spaces, capitalised. */
export const commissionStatusLabel = (status: CommissionStatus) => status.charAt(0) + status.slice(1).toLowerCase();

/**
 * How far a commission is: a status is set forward by all staff, jumps too, and backward by a super admin
 * (rules.md commissions/statuses).
 */
export const commissionRank: Record<CommissionStatus, number> = { CREATED: 0, APPROVED: 1, PAID: 2 };

/** What an affiliate sees of their own. */
export const statusesOfAffiliate = ["APPROVED", "PAID"] as const satisfies readonly CommissionStatus[];

/**
 * 'earned': at most one an order. 'reversal': the negative line that a refund or cancellation writes against a paid one
 * (rules.md commissions/amount), and the positive one when that is taken back.
 */
export const commissionKinds = ["earned", "reversal"] as const;
export type CommissionKind = (typeof commissionKinds)[number];
