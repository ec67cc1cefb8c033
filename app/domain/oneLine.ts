/** Control characters, line separators and text-direction overrides. No name contains them. */
const BREAKS = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

export const ONE_LINE = "Please use one line of text without control characters";

/** For single-line text that appears elsewhere: in a mail subject, a list, a document. */
export const isOneLine = (text: string) => !BREAKS.test(text);

/** Forces text onto one line, whatever its source. */
export const toOneLine = (text: string) => text.replace(new RegExp(BREAKS, "gu"), " ").replace(/\s+/g, " ").trim();
