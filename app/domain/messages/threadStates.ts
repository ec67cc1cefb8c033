/**
 * The states of an order's Customer thread (rules.md inbox/states). `unread` and `open`: the client wrote last, and
 * staff have to answer. `waiting`: the client has to.
 */
export const threadStates = ["unread", "open", "waiting", "resolved"] as const;
export type ThreadState = (typeof threadStates)[number];

export const threadStateLabels: Record<ThreadState, string> = {
  unread: "Unread",
  open: "To answer",
  waiting: "Waiting for the client",
  resolved: "Resolved",
};

/** The tabs of the inbox, by their name in the address. */
export const inboxTabs = ["unread", "mine", "unassigned", "waiting", "snoozed", "all"] as const;
export type InboxTab = (typeof inboxTabs)[number];

export const inboxTabLabels: Record<InboxTab, string> = {
  unread: "Unread",
  mine: "Mine",
  unassigned: "Unassigned",
  waiting: "Waiting",
  snoozed: "Snoozed",
  all: "All",
};
