import fontkit from "@pdf-lib/fontkit";
// The generators in fontkit's shapers need this global.
import "regenerator-runtime/runtime";

/**
 * A font file: its ranges of first and last code points, and its weights. Slices do not overlap, except for marks and
 * joiners, which use the font of their base character.
 */
export interface FontSlice {
  family: string;
  ranges: [number, number][];
  files: { regular: string; bold?: string };
}
export type FontIndex = FontSlice[];
export type FontWeight = "regular" | "bold";

/** The index of all slices, stored next to them. */
export const FONT_INDEX = "fonts.json";

/** Reads a file made by scripts/invoiceFonts.ts. Throws when it is missing. */
export type FontShelf = (file: string) => Promise<Uint8Array>;

interface FontkitGlyph {
  id: number;
  codePoints: number[];
  advanceWidth: number;
}
/** Glyphs from left to right with their positions, in font units. */
export interface FontkitRun {
  glyphs: FontkitGlyph[];
  positions: { xAdvance: number; xOffset: number; yOffset: number }[];
}
/** The interface that pdf-lib embeds. */
export interface FontkitSubset {
  encode(stream: EncodedBytes): void;
  encodeStream(): EncodedBytes;
}
interface EncodedBytes {
  push(bytes: Uint8Array | null): void;
  flush(): void;
}

interface FontkitFont {
  unitsPerEm: number;
  createSubset(): FontkitSubset;
  getGlyph(id: number, codePoints?: number[]): FontkitGlyph;
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(
    text: string,
    features: string[],
    script: undefined,
    language: undefined,
    direction: "ltr" | "rtl",
  ): FontkitRun;
}

export interface Face {
  file: string;
  bytes: Uint8Array;
  font: FontkitFont;
}

/** The fonts that a document needs, in order of preference. */
export type Fonts = Record<FontWeight, Face[]>;

/** Replaces characters that no font contains. */
export const UNKNOWN = "?";

/** Opens only the slices that contain characters of `texts`. */
export async function openFonts(shelf: FontShelf, texts: readonly string[]): Promise<Fonts> {
  const index = JSON.parse(new TextDecoder().decode(await shelf(FONT_INDEX))) as FontIndex;
  const wanted = [...new Set([...texts, UNKNOWN].join(""))].map((character) => character.codePointAt(0)!);
  const needed = index.filter(({ ranges }) =>
    wanted.some((code) => ranges.some(([from, to]) => from <= code && code <= to)),
  );
  const open = async (file: string): Promise<Face> => {
    const bytes = await shelf(file);
    const font = fontkit.create(bytes) as unknown as FontkitFont;
    // fontkit shares one object between letters with the same glyph. Each occurrence gets its own code points, or
    // copied text would contain the wrong letter.
    const drawn = font.getGlyph.bind(font);
    font.getGlyph = (id, codePoints = []) =>
      Object.create(drawn(id, codePoints), { codePoints: { value: codePoints } });
    return { file, bytes, font };
  };
  const regular = await Promise.all(needed.map(({ files }) => open(files.regular)));
  const bold = await Promise.all(needed.map(({ files }, at) => (files.bold ? open(files.bold) : regular[at]!)));
  return { regular, bold };
}
