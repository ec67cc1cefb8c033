import type { ClaimListRow } from "~/domain/claims/findClaims";
import { formatDay } from "~/format/dates";

/** A replacement that is live ends its claim in the next run of the deadlines; a page shows it already. */
export const shownState = ({ state, replacementLive }: Pick<ClaimListRow, "state" | "replacementLive">) =>
  state === "replacing" && replacementLive ? "replaced" : state;

const RETURNED = "Refund it again, or bring its replacement live.";

/** What happens next with a claim, or how it ended. */
export function nextText(claim: ClaimListRow, staff: boolean, zone: string): string {
  const we = staff ? "You" : "We";
  switch (shownState(claim)) {
    case "open":
      return staff
        ? "The next check confirms or repairs it. You can confirm it now."
        : "We look at the page again within a day, and tell you what we find.";
    case "confirmed":
    case "repairing":
      return `${we} repair the link by ${formatDay(claim.repairBy, zone)}. After that a replacement begins.`;
    case "replacing":
      if (claim.replaceBy === null)
        return `The bank returned the refund of this link. ${staff ? RETURNED : "We look into it."}`;
      return claim.replacementNumber
        ? `Link ${claim.replacementNumber} replaces it, by ${formatDay(claim.replaceBy, zone)}.`
        : "The refund of this link is under way.";
    case "repaired":
      return "The link is on its page again.";
    case "replaced":
      return `Link ${claim.replacementNumber ?? ""} replaced it.`;
    case "refunded":
      return "The share of this link was refunded.";
    case "rejected":
      return "This claim was not accepted.";
  }
}

/** 'Repair by 3 Dec 26', or nothing when no deadline runs. */
export function deadlineText(claim: ClaimListRow, zone: string): string {
  const state = shownState(claim);
  if (state === "confirmed" || state === "repairing") return `Repair by ${formatDay(claim.repairBy, zone)}`;
  if (state === "replacing" && claim.replaceBy !== null) return `Replace by ${formatDay(claim.replaceBy, zone)}`;
  return "";
}

const openers: Record<ClaimListRow["openedBy"], string> = {
  watch: "Our link check",
  client: "The client",
  staff: "Our team",
};
export const openerLabel = (openedBy: ClaimListRow["openedBy"], staff: boolean) =>
  openedBy === "client" && !staff ? "You" : openers[openedBy];
