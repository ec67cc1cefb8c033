/** 'needs_response' becomes 'needs response'. */
export const providerWords = (words: string): string => words.replaceAll("_", " ");
