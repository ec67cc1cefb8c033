/** What a notification is about; decides where a click leads (document 1 section 2; EXPORT by decision A14). */
export const notificationTypes = ["ORDER", "SERVICE", "USER", "EXPORT"] as const;
export type NotificationType = (typeof notificationTypes)[number];
