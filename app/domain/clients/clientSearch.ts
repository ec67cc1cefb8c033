/** Minimum length of a search text. */
export const MIN_SEARCH = 2;
export const MAX_CLIENT_OPTIONS = 20;
