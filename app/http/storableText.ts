/**
 * Text as the database and every file format keep it: without NUL, and with U+FFFD for half a surrogate pair, as UTF-8
 * would have it.
 */
export const storableText = (text: string) =>
  text.replace(/\0|\p{Cs}/gu, (character) => (character === "\0" ? "" : "\ufffd"));

/** For JSON.parse. */
export const storableValue = (_key: string, value: unknown) =>
  typeof value === "string" ? storableText(value) : value;
