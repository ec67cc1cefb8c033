/** The most pressing first. */
export const priorities = ["urgent", "high", "normal", "low"] as const;
export type Priority = (typeof priorities)[number];

export const priorityLabel = (priority: Priority) => `${priority[0]!.toUpperCase()}${priority.slice(1)}`;
