import type { SelfReferral, SignUpReason } from "./attributionReasons";
import type { ReadClick } from "./clickCookie";

/** How a visitor who is about to sign up reached the portal. */
export interface Arrival {
  click: ReadClick;
  /** The affiliate that this browser last signed in as, or null. */
  affiliateSeen: string | null;
}

export const NO_ARRIVAL: Arrival = { click: { state: "none" }, affiliateSeen: null };

/** The current owner of the click's code. */
interface CodeOwner {
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
 * Decides which affiliate is credited with a sign-up: the one of the last click within 90 days. Affiliates who use
 * their own link or address are credited but flagged (rules.md affiliates/attribution).
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

/** Folds spellings of one mailbox: drops a plus suffix, dots and capitals. */
function mailboxOf(email: string) {
  const at = email.lastIndexOf("@");
  const name = email.slice(0, at).replace(/\+.*$/, "").replaceAll(".", "");
  const host = email.slice(at + 1).toLowerCase();
  return `${name.toLowerCase()}@${host === "googlemail.com" ? "gmail.com" : host}`;
}
