/** Fixed texts (rules.md texts/fixed). */
export const URL_COPIED = "Referral URL copied successfully";
export const URL_NOT_COPIED = "Unable to copy referral URL";
export const STATS_NOT_FETCHED = "An error occurred while fetching stats. Please try again.";
export const REFERRALS_NOT_FETCHED = "An error occurred while fetching referrals. Please try again.";
export const COMMISSIONS_NOT_FETCHED = "An error occurred while fetching commissions. Please try again.";
