/**
 * What a notification is about; decides where a click leads (document 1 section 2; EXPORT by decision A14). PAYOUT and
 * BILLING are ours: they lead to a payout's statement and to the health of billing.
 */
export const notificationTypes = ["ORDER", "SERVICE", "USER", "EXPORT", "PAYOUT", "BILLING"] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Kinds that a person chooses the way for: in the portal, by e-mail, both or none (decision O17). */
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
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const customerKinds: readonly NoticeKind[] = ["orderPlaced", "orderPaid", "orderStatus", "report", "message"];
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

/** The kinds that reach a person of this side at all: what there is to choose for (decision O17). */
export const noticeKindsFor = (staff: boolean) => (staff ? staffKinds : customerKinds);

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
};
export const noticeKindLabel = (kind: NoticeKind) => labels[kind];

/** The ways a notification of one kind can reach a person. */
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
