/**
 * open: waits for a person. sent: queued again. deleted: its body is removed with the row after the retention period.
 */
export const deadLetterStates = ["open", "sent", "deleted"] as const;
