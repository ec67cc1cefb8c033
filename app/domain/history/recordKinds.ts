import type { HistoryEntity } from "~db/schema/history";

/** What a history entry is about. */
export const recordKindLabels: Record<HistoryEntity, string> = {
  order: "Order",
  placement: "Link",
  service: "Service",
  user: "Person",
  session: "Session",
  subscription: "Subscription",
  webhook: "Payment event",
  commission: "Commission",
  payout: "Payout",
  affiliateProgramme: "Affiliate settings",
  coupon: "Coupon",
  announcement: "Announcement",
  creative: "Creative",
  savedReply: "Saved reply",
  bookDifference: "Difference in the books",
  monitorToken: "Monitor token",
  savedView: "Saved view",
  tag: "Tag",
  settings: "Settings",
};

/**
 * The kinds of the audit list. Orders and links show their history on their own pages (rules.md history/audit-list).
 */
export const auditKinds = (Object.keys(recordKindLabels) as HistoryEntity[]).filter(
  (kind) => kind !== "order" && kind !== "placement",
);
