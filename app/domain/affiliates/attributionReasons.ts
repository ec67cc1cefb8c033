/**
 * Why a sign-up was credited to an affiliate, or was not: stored with the account, once and for good
 * (rules.md affiliates/attribution).
 */
export const signUpReasons = [
  /** The last click before the sign-up, 90 days at most. */
  "lastClick",
  /** No click came with it. */
  "noClick",
  /** The click was altered or made by nobody of ours. */
  "forgedClick",
  "expiredClick",
  /** Nobody has this code. */
  "unknownCode",
  /** The code's owner is not in the programme. */
  "notAnAffiliate",
  /** Staff, or an admin who acts as a client, were at work. */
  "staffSession",
  /** Staff made the account. */
  "madeByStaff",
] as const;
export type SignUpReason = (typeof signUpReasons)[number];

/**
 * Why a credited sign-up looks like the affiliate's own: kept, shown, and flagged on every commission
 * (rules.md affiliates/attribution).
 */
export const selfReferrals = ["ownLink", "ownEmail", "ownCoupon"] as const;
export type SelfReferral = (typeof selfReferrals)[number];

/** Where an order's affiliate comes from: the client's sign-up, or the coupon of a client without attribution. */
export const creditSources = ["signUp", "coupon"] as const;

/** Why a paid order made a commission, or made none (rules.md commissions/agreements): one stored answer an order. */
export const orderCreditReasons = [
  "perpetual",
  "firstTime",
  /** Only the first paid order of the service counts, and this is a later one. */
  "notTheFirst",
  /** The affiliate earns on neither the first nor every order of the service. */
  "neitherChosen",
  /** Nothing is agreed with the affiliate for this service, or 0 percent. */
  "noSetting",
  "notAnAffiliate",
  /** Nothing was paid, so there is nothing to share. */
  "nothingPaid",
] as const;
export type OrderCreditReason = (typeof orderCreditReasons)[number];
