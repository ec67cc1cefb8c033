import type { Role } from "../roles";
import type { Settings } from "../settings";

/**
 * The subject of a notification, which decides the page it opens (rules.md notifications/targets). PAYOUT, BILLING
 * AFFILIATE and PLACEMENT are our additions: the payout's statement, billing health, the affiliate's own page and the
 * links of an order.
 */
export const notificationTypes = [
  "ORDER",
  "SERVICE",
  "USER",
  "EXPORT",
  "PAYOUT",
  "BILLING",
  "AFFILIATE",
  "PLACEMENT",
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Kinds with a choice of channel: in the portal, by email, both or none (rules.md notifications/recipients). */
export const noticeKinds = [
  "orderPlaced",
  "orderPaid",
  "orderStatus",
  "report",
  "message",
  "approval",
  "linkLive",
  "linkLost",
  "approvalAnswer",
  "claim",
  "newOrder",
  "clientMessage",
  "mention",
  "failedRenewal",
  "dispute",
  "newClient",
  "affiliateEnabled",
  "referral",
  "commission",
  "payout",
  "cart",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const customerKinds: readonly NoticeKind[] = [
  "orderPlaced",
  "orderPaid",
  "orderStatus",
  "report",
  "message",
  "approval",
  "linkLive",
  "linkLost",
  "claim",
];
/** Never in the portal. Settings switch them on and off as a whole. */
const mailOnlyKinds: readonly NoticeKind[] = ["cart"];
const affiliateKinds: readonly NoticeKind[] = ["affiliateEnabled", "referral", "commission", "payout"];
const staffKinds: readonly NoticeKind[] = [
  "newOrder",
  "clientMessage",
  "mention",
  "message",
  "orderStatus",
  "report",
  "approvalAnswer",
  "linkLost",
  "claim",
  "failedRenewal",
  "dispute",
  "newClient",
];

/** The kinds that a person can receive, and so choose for (rules.md notifications/recipients). */
export const noticeKindsFor = ({ role, affiliate }: { role: Role; affiliate: boolean }) =>
  role === "ADMIN" ? staffKinds : [...customerKinds, ...(affiliate ? affiliateKinds : []), ...mailOnlyKinds];

/** Every kind with a default in the settings, by the people who can receive it, affiliates among the customers. */
export const noticeKindsOf = { staff: staffKinds, customers: [...customerKinds, ...affiliateKinds] } as const;

const labels: Record<NoticeKind, string> = {
  orderPlaced: "An order is placed for you",
  orderPaid: "A payment is received",
  orderStatus: "An order changes its status",
  report: "A report is ready",
  message: "A message from the team",
  approval: "A site or content needs your approval",
  linkLive: "A link goes live",
  linkLost: "A link is lost",
  approvalAnswer: "A client answers a proposal",
  claim: "A claim under the guarantee",
  newOrder: "A new order, or one assigned to you",
  clientMessage: "A message or reply from a client",
  mention: "A colleague mentions you",
  failedRenewal: "A renewal fails",
  dispute: "A client disputes a payment",
  newClient: "A new client signs up",
  affiliateEnabled: "You join the affiliate program",
  referral: "Someone signs up through your link",
  commission: "A commission is earned or approved",
  payout: "A payout is made to you",
  cart: "You leave a checkout unpaid",
};
export const noticeKindLabel = (kind: NoticeKind) => labels[kind];

export const noticeWays = ["both", "inApp", "email", "none"] as const;
export type NoticeWay = (typeof noticeWays)[number];

/** The ways that a person can choose for a kind. */
export const noticeWaysOf = (kind: NoticeKind): readonly NoticeWay[] =>
  mailOnlyKinds.includes(kind) ? ["email", "none"] : noticeWays;

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

/** The way as one of those of its kind. */
export const shownWay = (kind: NoticeKind, way: NoticeWay): NoticeWay =>
  noticeWaysOf(kind).includes(way) ? way : choiceOf(way).email ? "email" : "none";

/** How a kind reaches people until they choose for themselves (rules.md settings/notices). */
export const defaultWay = ({ notices }: Pick<Settings, "notices">, kind: NoticeKind, role: Role): NoticeWay =>
  (role === "ADMIN" ? notices.staff : notices.customers)[kind] ?? "both";
