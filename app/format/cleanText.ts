const LINE_ENDS = /\r\n?|[\u2028\u2029\u0085\v\f]/g;

/**
 * Marks that nobody sees: controls, directions, zero-width blanks, fillers, soft hyphens. Joiners and selectors of
 * variants also shape letters and emoji, so they go only where nothing before and after them needs them.
 */
const UNSEEN = /(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0020}-\u{e01ef}])[\p{DI}\ufff9-\ufffb]|(?![\t\n])\p{Cc}/gu;
/** Variants: of emoji, of '1' in a keycap, of Han; letters of flags such as Scotland's. */
const STRAY_VARIANTS = new RegExp(
  [
    "(?<!\\p{ExtPict}\\p{EMod}?)[\\ufe0e\\ufe0f](?!\\u20e3)",
    "(?<!\\p{sc=Han})[\\u{e0100}-\\u{e01ef}]",
    "(?<!\\u{1f3f4}[\\u{e0020}-\\u{e007f}]*)[\\u{e0020}-\\u{e007f}]",
    "[\\ufe00-\\ufe0d\\u{e0080}-\\u{e00ff}]",
  ].join("|"),
  "gu",
);

/** Letters that a joiner connects or keeps apart: of none of the scripts that stand alone. */
const JOINING = "(?=\\p{L})[^\\p{ASCII}\\p{sc=Latn}\\p{sc=Grek}\\p{sc=Cyrl}\\p{sc=Hebr}\\p{sc=Han}\\p{sc=Hang}]";
/** Of Bengali, Malayalam and Sinhala: its joiner chooses the shape also at the end of a word. */
const VIRAMA = "[\\u09cd\\u0d4d\\u0dca]";
const EMOJI = "\\p{ExtPict}\\p{EMod}?\\ufe0f?";
/** The group holds a joiner that nothing needs. */
const JOINERS = new RegExp(
  [
    `(?<=${JOINING}\\p{M}*${VIRAMA})[\\u200c\\u200d]`,
    `(?<=${JOINING}\\p{M}*)[\\u200c\\u200d](?=${JOINING})`,
    `(?<=${EMOJI})\\u200d(?=\\p{ExtPict})`,
    "([\\u200c\\u200d])",
  ].join("|"),
  "gu",
);

/** ASCII without controls, as most text is, has nothing to clean. */
const CLEAN = /^[\t\n\x20-\x7e]*$/;

/**
 * Text as it is compared, counted and stored (rules.md forms/text): LF as the only line end, composed letters, no
 * unseen marks, and U+FFFD for half a surrogate pair. Limits count the clean text, which composing can make longer.
 */
export function cleanText(text: string): string {
  if (CLEAN.test(text)) return text;
  return text
    .replace(LINE_ENDS, "\n")
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(UNSEEN, "")
    .replace(STRAY_VARIANTS, "")
    .normalize("NFC")
    .replace(JOINERS, (joiner, stray) => (stray ? "" : joiner))
    .normalize("NFC");
}

/** The same on one line: each run of blanks and line ends is one blank. */
export const toOneLine = (text: string) => cleanText(text).replace(/\s+/g, " ").trim();

/** True for text with a mark that a reader sees. A Braille blank is a symbol without dots. */
export const isVisible = (text: string) => /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u.test(cleanText(text));
