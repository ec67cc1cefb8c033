/** What breaks a line, ends a text, or turns the direction of the words that follow: no name has it. */
const BREAKS = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

export const ONE_LINE = "Please use one line of text without control characters";

/** For the texts of one line that people are shown elsewhere: in the subject of a mail, a list, a document. */
export const isOneLine = (text: string) => !BREAKS.test(text);

/** The same text on one line, for where it has to be one whatever its source. */
export const toOneLine = (text: string) => text.replace(new RegExp(BREAKS, "gu"), " ").replace(/\s+/g, " ").trim();
