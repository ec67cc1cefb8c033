/** 'needs_response' becomes 'needs response'. */
export const providerLabel = (words: string): string => words.replaceAll("_", " ");
