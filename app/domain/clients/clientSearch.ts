/** Searches start after more than one character. */
export const MIN_SEARCH = 2;
/** How many are offered to choose from. */
export const MAX_CLIENT_OPTIONS = 20;
