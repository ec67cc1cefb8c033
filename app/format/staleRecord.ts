/** The fixed text of a stale save (rules.md forms/version). */
export const STALE_RECORD = "This record was changed by someone else. Please reload and try again.";
