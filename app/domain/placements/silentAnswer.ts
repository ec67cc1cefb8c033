/**
 * Begins the history entry of a proposal that was approved because its deadline passed (rules.md placements/approval).
 */
export const SILENT_ANSWER = "no answer";
