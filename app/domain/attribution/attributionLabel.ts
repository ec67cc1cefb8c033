import type { SelfReferral, SignUpReason } from "./attributionReasons";
import { CLICK_DAYS } from "./clickCookie";

const DAY_MS = 86_400_000;

/** The stored attribution of an account. Times in ms UTC. */
export interface DecidedAttribution {
  reason: SignUpReason;
  selfReferral: SelfReferral | null;
  affiliateCode: string | null;
  clickedAt: number | null;
  decidedAt: number;
}

export const selfReferralLabels: Record<SelfReferral, string> = {
  ownLink: "Flagged: the link was opened in a browser where the affiliate had signed in",
  ownEmail: "Flagged: the email address is a variant of the affiliate's own",
  ownCoupon: "Flagged: the customer used their own coupon",
};

/**
 * Explains in words why a sign-up was or was not credited. Staff and the affiliate read the same text (rules.md
 * affiliates/attribution).
 */
export function attributionLabel(attribution: DecidedAttribution): string {
  const words = reasonText(attribution);
  return attribution.selfReferral ? `${words}. ${selfReferralLabels[attribution.selfReferral]}` : words;
}

function reasonText({ reason, affiliateCode, clickedAt, decidedAt }: DecidedAttribution): string {
  const days = Math.floor((decidedAt - (clickedAt ?? decidedAt)) / DAY_MS);
  switch (reason) {
    case "lastClick":
      return `The last click was ${days < 1 ? "less than a day" : daysOf(days)} before the sign-up; clicks count for ${CLICK_DAYS} days`;
    case "noClick":
      return "Signed up without a referral link";
    case "forgedClick":
      return "The click was altered or did not come from a referral link";
    case "expiredClick":
      return `The click was ${daysOf(days)} old; clicks count for ${CLICK_DAYS} days`;
    case "unknownCode":
      return `No affiliate had the code ${affiliateCode} at the time of sign-up`;
    case "notAnAffiliate":
      return `The owner of the code ${affiliateCode} was not in the program at the time of sign-up`;
    case "staffSession":
      return "Signed up in a browser where a team member was signed in; clicks there do not count";
    case "madeByStaff":
      return "The account was created by the team";
  }
}

const daysOf = (days: number) => (days === 1 ? "1 day" : `${days} days`);
