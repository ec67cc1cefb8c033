import type { Role } from "../roles";

/**
 * The subject of a notification, which decides the page it opens (rules.md notifications/targets). PAYOUT, BILLING
 * and AFFILIATE are our additions: the payout's statement, billing health and the affiliate's own page.
 */
export const notificationTypes = ["ORDER", "SERVICE", "USER", "EXPORT", "PAYOUT", "BILLING", "AFFILIATE"] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Kinds with a choice of channel: in the portal, by email, both or none (rules.md notifications/recipients). */
export const noticeKinds = [
  "orderPlaced",
  "orderPaid",
  "orderStatus",
  "report",
  "message",
  "newOrder",
  "clientMessage",
  "failedRenewal",
  "dispute",
  "newClient",
  "affiliateEnabled",
  "referral",
  "commission",
  "payout",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const customerKinds: readonly NoticeKind[] = ["orderPlaced", "orderPaid", "orderStatus", "report", "message"];
const affiliateKinds: readonly NoticeKind[] = ["affiliateEnabled", "referral", "commission", "payout"];
const staffKinds: readonly NoticeKind[] = [
  "newOrder",
  "clientMessage",
  "message",
  "orderStatus",
  "report",
  "failedRenewal",
  "dispute",
  "newClient",
];

/** The kinds that a person can receive, and so choose for (rules.md notifications/recipients). */
export const noticeKindsFor = ({ role, affiliate }: { role: Role; affiliate: boolean }) =>
  role === "ADMIN" ? staffKinds : affiliate ? [...customerKinds, ...affiliateKinds] : customerKinds;

const labels: Record<NoticeKind, string> = {
  orderPlaced: "An order is placed for you",
  orderPaid: "A payment is received",
  orderStatus: "An order changes its status",
  report: "A report is ready",
  message: "A message from the team",
  newOrder: "A new order, or one assigned to you",
  clientMessage: "A message or reply from a client",
  failedRenewal: "A renewal fails",
  dispute: "A client disputes a payment",
  newClient: "A new client signs up",
  affiliateEnabled: "You join the affiliate programme",
  referral: "Someone signs up through your link",
  commission: "A commission is approved",
  payout: "A payout is made to you",
};
export const noticeKindLabel = (kind: NoticeKind) => labels[kind];

export const noticeWays = ["both", "inApp", "email", "none"] as const;
export type NoticeWay = (typeof noticeWays)[number];

const wayLabels: Record<NoticeWay, string> = {
  both: "In the portal and by email",
  inApp: "In the portal",
  email: "By email",
  none: "Not at all",
};
export const noticeWayLabel = (way: NoticeWay) => wayLabels[way];

export const wayOf = ({ inApp, email }: { inApp: boolean; email: boolean }): NoticeWay =>
  inApp ? (email ? "both" : "inApp") : email ? "email" : "none";
export const choiceOf = (way: NoticeWay) => ({
  inApp: way === "both" || way === "inApp",
  email: way === "both" || way === "email",
});
