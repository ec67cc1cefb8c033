import type { ClientReferral } from "~/domain/attribution/clientReferral";
import { formatDateTime } from "~/format/dates";
import { paths } from "~/paths";

/** A fact about where an order or a client came from. `flagged`: a self-referral. */
export interface SourceFact {
  label: string;
  value: string;
  href?: string;
  flagged?: boolean;
}

/**
 * Staff only: who referred a client, by which click, and why it earned credit or not (rules.md
 * affiliates/attribution).
 */
export function referralFacts(referral: ClientReferral | null, zone: string): SourceFact[] {
  if (!referral) return [];
  const { affiliate, code, clickedAt, landingPath, referrer, flagged, words } = referral;
  return [
    affiliate
      ? { label: "Referred by", value: affiliate.name, href: paths.client(affiliate.id), flagged }
      : { label: "Referred by", value: "Nobody" },
    ...(code ? [{ label: "Affiliate code", value: code }] : []),
    ...(clickedAt !== null ? [{ label: "Clicked", value: formatDateTime(clickedAt, zone) }] : []),
    ...(landingPath ? [{ label: "Landed on", value: landingPath }] : []),
    ...(referrer ? [{ label: "Came from", value: referrer }] : []),
    { label: "Reason", value: words },
  ];
}
