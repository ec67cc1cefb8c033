import fontkit from "@pdf-lib/fontkit";
// The generators of fontkit's shapers expect it as a global.
import "regenerator-runtime/runtime";

/**
 * One file of a face: the characters it prints (first and last code point of each range) and its weights. A character
 * stands in one slice only, but for marks and joiners, which are printed by the face of what they belong to.
 */
export interface FontSlice {
  family: string;
  ranges: [number, number][];
  files: { regular: string; bold?: string };
}
export type FontIndex = FontSlice[];
export type FontWeight = "regular" | "bold";

/** The list of all slices, beside them. */
export const FONT_INDEX = "fonts.json";

/** Where the files made by scripts/invoiceFonts.ts are kept. Throws for a file that is not there. */
export type FontShelf = (file: string) => Promise<Uint8Array>;

interface FontkitGlyph {
  id: number;
  codePoints: number[];
  advanceWidth: number;
}
/** Glyphs from left to right, each with its place, in units of the font. */
export interface FontkitRun {
  glyphs: FontkitGlyph[];
  positions: { xAdvance: number; xOffset: number; yOffset: number }[];
}
/** What pdf-lib embeds of a font. */
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

/** The faces that a document's texts need, in the order they are asked. */
export type Fonts = Record<FontWeight, Face[]>;

/** What is printed for a character that no face knows. */
export const UNKNOWN = "?";

/** Opens the slices that hold characters of `texts`, and no others. */
export async function openFonts(shelf: FontShelf, texts: readonly string[]): Promise<Fonts> {
  const index = JSON.parse(new TextDecoder().decode(await shelf(FONT_INDEX))) as FontIndex;
  const wanted = [...new Set([...texts, UNKNOWN].join(""))].map((character) => character.codePointAt(0)!);
  const needed = index.filter(({ ranges }) =>
    wanted.some((code) => ranges.some(([from, to]) => from <= code && code <= to)),
  );
  const open = async (file: string): Promise<Face> => {
    const bytes = await shelf(file);
    const font = fontkit.create(bytes) as unknown as FontkitFont;
    // A glyph that stands for several letters (one skeleton with other dots) is one object for all of them: each
    // occurrence is given its own letter, or a copied text would name the wrong one.
    const drawn = font.getGlyph.bind(font);
    font.getGlyph = (id, codePoints = []) =>
      Object.create(drawn(id, codePoints), { codePoints: { value: codePoints } });
    return { file, bytes, font };
  };
  const regular = await Promise.all(needed.map(({ files }) => open(files.regular)));
  const bold = await Promise.all(needed.map(({ files }, at) => (files.bold ? open(files.bold) : regular[at]!)));
  return { regular, bold };
}
