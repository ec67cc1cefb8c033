/** What moved a balance, in the words of the accountant's month. */
export const balanceCategories = ["sale", "refund", "dispute", "fee", "payout", "other"] as const;
export type BalanceCategory = (typeof balanceCategories)[number];
