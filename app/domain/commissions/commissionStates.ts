/** Document 3 section 4; which transitions are allowed: decision A1. */
export const commissionStatuses = ["CREATED", "APPROVED", "PAID"] as const;
export type CommissionStatus = (typeof commissionStatuses)[number];

/** Lists show underscores as spaces, capitalised (document 3 section 2). */
export const commissionStatusLabel = (status: CommissionStatus) => status.charAt(0) + status.slice(1).toLowerCase();

/** How far a commission is: a status is set forward by all staff, jumps too, and backward by a super admin (decision A1). */
export const commissionRank: Record<CommissionStatus, number> = { CREATED: 0, APPROVED: 1, PAID: 2 };

/** What an affiliate sees of their own (document 3 section 4). */
export const statusesOfAffiliate = ["APPROVED", "PAID"] as const satisfies readonly CommissionStatus[];

/** 'earned': at most one an order. 'reversal': the negative line that a refund or cancellation writes against a paid one (decision A3), and the positive one when that is taken back. */
export const commissionKinds = ["earned", "reversal"] as const;
export type CommissionKind = (typeof commissionKinds)[number];
