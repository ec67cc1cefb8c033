/** What a notification is about; decides where a click leads (document 1 section 2; EXPORT by decision A14). */
export const notificationTypes = ["ORDER", "SERVICE", "USER", "EXPORT"] as const;
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
  "newClient",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];
