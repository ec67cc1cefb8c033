/** The groups of the work queue, the most pressing first (rules.md work/groups). */
export const workGroups = [
  "overdue",
  "today",
  "messages",
  "review",
  "unassigned",
  "progress",
  "waiting",
  "snoozed",
] as const;
export type WorkGroupKey = (typeof workGroups)[number];

export const workGroupLabels: Record<WorkGroupKey, string> = {
  overdue: "Overdue",
  today: "Due today",
  messages: "New messages",
  review: "Needs review",
  unassigned: "Unassigned",
  progress: "In progress",
  waiting: "Waiting for the client",
  snoozed: "Snoozed",
};

/** Groups in which nothing is to be done now: the menu's count leaves them out. */
const restingGroups = ["waiting", "snoozed"] as const satisfies readonly WorkGroupKey[];

export const isResting = (key: WorkGroupKey) => (restingGroups as readonly WorkGroupKey[]).includes(key);

/** Entries of a group that are read before it is known how many the others have. */
export const firstEntries: Record<WorkGroupKey, number> = {
  overdue: 24,
  today: 14,
  messages: 12,
  review: 12,
  unassigned: 14,
  progress: 12,
  waiting: 8,
  snoozed: 6,
};
