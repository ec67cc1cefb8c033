import { Link } from "@remix-run/react";
import type { ClientReferral } from "~/domain/attribution/clientReferral";
import { formatDateTime } from "~/format/dates";
import { paths } from "~/paths";
import type { Fact } from "~/ui/card/Facts";
import { Badge } from "~/ui/feedback/Badge";

/**
 * Staff only: who referred a client, by which click, and why it earned credit or not (rules.md
 * affiliates/attribution).
 */
export function referralFacts(referral: ClientReferral | null): Fact[] {
  if (!referral) return [];
  const { affiliate, code, clickedAt, landingPath, referrer, flagged, words } = referral;
  return [
    {
      label: "Referred by",
      value: affiliate ? (
        <span className="row">
          <Link to={paths.client(affiliate.id)}>{affiliate.name}</Link>
          {flagged ? <Badge tone="warning">Flagged</Badge> : null}
        </span>
      ) : (
        "Nobody"
      ),
    },
    ...(code ? [{ label: "Affiliate code", value: code }] : []),
    ...(clickedAt !== null ? [{ label: "Clicked", value: formatDateTime(clickedAt) }] : []),
    ...(landingPath ? [{ label: "Landed on", value: landingPath }] : []),
    ...(referrer ? [{ label: "Came from", value: referrer }] : []),
    { label: "Reason", value: words },
  ];
}
