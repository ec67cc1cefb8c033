/** Notifications on one subject within this time share one mail (rules.md notifications/recipients). */
export const NOTICE_WINDOW_MS = 5 * 60_000;

/** The key of a notice that asks for an answer begins with it: its mail lists what is unanswered when it is sent. */
export const QUESTION_KEY = "question:";
