/**
 * Why a sign-up was or was not credited to an affiliate. Stored with the account and never changed (rules.md
 * affiliates/attribution).
 */
export const signUpReasons = [
  /** The last click, at most 90 days before the sign-up. */
  "lastClick",
  "noClick",
  /** The signature is wrong: the click was altered or not made by the portal. */
  "forgedClick",
  "expiredClick",
  "unknownCode",
  /** The owner of the code is not in the programme. */
  "notAnAffiliate",
  /** A staff session, or an admin acting as a client, made the sign-up. */
  "staffSession",
  "madeByStaff",
] as const;
export type SignUpReason = (typeof signUpReasons)[number];

/**
 * Signs that a credited sign-up is the affiliate's own. Stored, shown, and flagged on every commission (rules.md
 * affiliates/attribution).
 */
export const selfReferrals = ["ownLink", "ownEmail", "ownCoupon"] as const;
export type SelfReferral = (typeof selfReferrals)[number];

/** Where an order's affiliate comes from. The coupon counts only for clients without attribution. */
export const creditSources = ["signUp", "coupon"] as const;

/** Why a paid order did or did not earn a commission (rules.md commissions/agreements). One stored reason per order. */
export const orderCreditReasons = [
  "perpetual",
  "firstTime",
  /** Only the first paid order of the service earns, and this is a later one. */
  "notTheFirst",
  /** The affiliate's agreement covers neither the first nor every order of the service. */
  "neitherChosen",
  /** No agreement with the affiliate for this service, or 0 percent. */
  "noSetting",
  "notAnAffiliate",
  "nothingPaid",
] as const;
export type OrderCreditReason = (typeof orderCreditReasons)[number];
