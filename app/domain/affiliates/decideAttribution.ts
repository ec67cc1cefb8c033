import type { SelfReferral, SignUpReason } from "./attributionReasons";
import type { ReadClick } from "./clickCookie";

/** How somebody came who is about to sign up. */
export interface Arrival {
  click: ReadClick;
  /** Id of the affiliate whose own session this browser has had; null when none is known. */
  affiliateSeen: string | null;
}

/** Nothing is known of how they came. */
export const NO_ARRIVAL: Arrival = { click: { state: "none" }, affiliateSeen: null };

/** Whose the code of the click is, as of now. */
export interface CodeOwner {
  id: string;
  email: string;
  affiliate: boolean;
}

export interface Attribution {
  affiliateId: string | null;
  reason: SignUpReason;
  selfReferral: SelfReferral | null;
  affiliateCode: string | null;
  visitId: string | null;
  clickedAt: number | null;
}

/**
 * Who is credited with a sign-up, or why nobody is: the last click, 90 days at most, and then fixed. One's own link and
 * one's own address are credited and flagged (rules.md affiliates/attribution).
 */
export function decideAttribution(
  { click, affiliateSeen }: Arrival,
  { email, staff, owner }: { email: string; staff: boolean; owner: CodeOwner | null },
): Attribution {
  const because = (reason: SignUpReason): Attribution => ({
    affiliateId: null,
    reason,
    selfReferral: null,
    ...("click" in click
      ? { affiliateCode: click.click.affiliateCode, visitId: click.click.id, clickedAt: click.click.at }
      : { affiliateCode: null, visitId: null, clickedAt: null }),
  });
  if (staff) return because("staffSession");
  if (click.state === "none") return because("noClick");
  if (click.state === "forged") return because("forgedClick");
  if (click.state === "expired") return because("expiredClick");
  if (!owner) return because("unknownCode");
  if (!owner.affiliate) return because("notAnAffiliate");
  const selfReferral =
    affiliateSeen === owner.id ? "ownLink" : mailboxOf(email) === mailboxOf(owner.email) ? "ownEmail" : null;
  return { ...because("lastClick"), affiliateId: owner.id, selfReferral };
}

/** Spellings that reach the same mailbox are one: what follows a plus, dots and capitals before the at-sign say nothing. */
function mailboxOf(email: string) {
  const at = email.lastIndexOf("@");
  const name = email.slice(0, at).replace(/\+.*$/, "").replaceAll(".", "");
  const host = email.slice(at + 1).toLowerCase();
  return `${name.toLowerCase()}@${host === "googlemail.com" ? "gmail.com" : host}`;
}
