/**
 * The text of a file in the encodings that spreadsheet programs write: UTF-8 and UTF-16 with or without a byte order
 * mark, else Windows-1252, which has a character for every byte.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252")
      .decode(bytes)
      .replace(HIGH_CONTROLS, (sign) => WINDOWS[sign.charCodeAt(0) - 0x80]!);
  }
}

/** Some runtimes decode Windows-1252 as Latin-1, which has control characters in place of these. */
const WINDOWS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const HIGH_CONTROLS = /[\x80-\x9f]/g;

function encodingOf([first, second]: Uint8Array): string {
  // A table starts with a letter, a digit or a quote, so one of its two bytes in UTF-16 is 0.
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return "utf-16be";
  return "utf-8";
}
