import type { SelfReferral, SignUpReason } from "./attributionReasons";
import { CLICK_DAYS } from "./clickCookie";

const DAY_MS = 86_400_000;

/** What was stored when an account was made. Times in ms UTC. */
export interface DecidedAttribution {
  reason: SignUpReason;
  selfReferral: SelfReferral | null;
  affiliateCode: string | null;
  clickedAt: number | null;
  decidedAt: number;
}

export const selfReferralWords: Record<SelfReferral, string> = {
  ownLink: "Flagged: the link was used in a browser in which the affiliate had signed in",
  ownEmail: "Flagged: the e-mail address is a spelling of the affiliate's own",
  ownCoupon: "Flagged: the coupon is the customer's own",
};

/** Why a sign-up was credited, or was not, as a person says it; staff and the affiliate read the same (decision A5). */
export function attributionWords(attribution: DecidedAttribution): string {
  const words = reasonWords(attribution);
  return attribution.selfReferral ? `${words}. ${selfReferralWords[attribution.selfReferral]}` : words;
}

function reasonWords({ reason, affiliateCode, clickedAt, decidedAt }: DecidedAttribution): string {
  const days = Math.floor((decidedAt - (clickedAt ?? decidedAt)) / DAY_MS);
  switch (reason) {
    case "lastClick":
      return `The last click was ${days < 1 ? "less than a day" : daysOf(days)} before the sign-up, the window is ${CLICK_DAYS} days`;
    case "noClick":
      return "Signed up without a referral link";
    case "forgedClick":
      return "The click was altered, or made by no referral link";
    case "expiredClick":
      return `The click was ${daysOf(days)} old, the window is ${CLICK_DAYS} days`;
    case "unknownCode":
      return `Nobody had the code ${affiliateCode} at the sign-up`;
    case "notAnAffiliate":
      return `The owner of the code ${affiliateCode} was not in the programme at the sign-up`;
    case "staffSession":
      return "Signed up where a team member was signed in, and clicks do not count there";
    case "madeByStaff":
      return "The account was made by the team";
  }
}

const daysOf = (days: number) => (days === 1 ? "1 day" : `${days} days`);
