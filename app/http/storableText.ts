/**
 * Text as the database and every file format keep it: without NUL, and with U+FFFD for half a surrogate pair, as UTF-8
 * would have it.
 */
export const storableText = (text: string) =>
  text.replace(/\0|\p{Cs}/gu, (character) => (character === "\0" ? "" : "\ufffd"));

const storableValue = (_key: string, value: unknown) => (typeof value === "string" ? storableText(value) : value);

/** Decoded text holds neither, so JSON can only escape them. */
const ESCAPED = /\\u(?:0000|d[89a-f])/i;

/** JSON.parse with storable strings. Reads each value once more only where the text can need it. */
export const parseStorable = (text: string): unknown =>
  JSON.parse(text, ESCAPED.test(text) ? storableValue : undefined);
