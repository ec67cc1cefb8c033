/** Rows on a page of a report. */
export const DEFAULT_SIZE = 10;
