/** An order's two message threads by API name. Admin is internal. */
export const messageThreads = ["Customer", "Admin"] as const;
export type MessageThread = (typeof messageThreads)[number];
/** Characters per message. */
export const MAX_MESSAGE = 20_000;
