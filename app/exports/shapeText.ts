import bidiFactory from "bidi-js";
import { type Face, type FontkitRun, type Fonts, type FontWeight, UNKNOWN } from "./invoiceFonts";

/** A stretch of text in one face and one direction, its glyphs from left to right. */
export interface ShapedRun {
  face: Face;
  /** As it is read. */
  text: string;
  glyphs: FontkitRun;
  /** In ems. */
  width: number;
  rightToLeft: boolean;
  /** The glyphs stand for the characters one by one and in their order. */
  plain: boolean;
}

export interface ShapedLine {
  runs: ShapedRun[];
  /** In ems. */
  width: number;
}

/** A cluster of characters that is printed by one face: a letter with its marks. */
interface Cluster {
  start: number;
  end: number;
  face: Face;
}

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * What can be printed of a text: composed, in one line, without controls. Of the characters without width only the two
 * joiners stay, which say how letters of some scripts join.
 */
export const printable = (text: string) =>
  text
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/\p{C}|\p{Variation_Selector}/gu, (character) => (/[\u200c\u200d]/.test(character) ? character : ""))
    .trim();

/**
 * Breaks a text into lines of at most `maxWidth` ems and shapes each: faces by character, directions by the Unicode
 * bidirectional algorithm, joined and reordered letters by the face's own rules. An empty text has no line.
 */
export function shapeText(text: string, fonts: Fonts, weight: FontWeight, maxWidth = Number.POSITIVE_INFINITY) {
  const { known, clusters } = clustersOf(printable(text), fonts[weight]);
  if (clusters.length === 0) return [];
  const levels = bidi.getEmbeddingLevels(known).levels;
  const shape = (from: number, to: number) => shapeLine(known, clusters.slice(from, to), levels);
  const lines: ShapedLine[] = [];
  let start = 0;
  while (start < clusters.length) {
    const end = lineEnd(known, clusters, start, maxWidth, (from, to) => shape(from, to).width);
    lines.push(shape(start, trimmedEnd(known, clusters, start, end)));
    start = end;
    while (start < clusters.length && isSpace(known, clusters[start]!)) start++;
  }
  return lines;
}

/** Letters with their marks and the face of each; what no face knows is replaced. */
function clustersOf(text: string, faces: readonly Face[]) {
  let known = "";
  const clusters: Cluster[] = [];
  for (const { segment } of graphemes.segment(text)) {
    let shown = segment;
    let face = faceOf(shown, faces);
    if (!face) {
      // A letter whose mark is unknown is still the letter.
      shown = [...segment].find((character) => faceOf(character, faces)) ?? UNKNOWN;
      face = faceOf(shown, faces);
    }
    if (!face) continue;
    clusters.push({ start: known.length, end: known.length + shown.length, face });
    known += shown;
  }
  return { known, clusters };
}

const faceOf = (cluster: string, faces: readonly Face[]) =>
  faces.find(({ font }) => [...cluster].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0)!)));

const isSpace = (text: string, { start, end }: Cluster) => text.slice(start, end) === " ";

/** Where a line may end: at a space, behind a hyphen, and on either side of a Chinese or Japanese character. */
function mayBreakBefore(text: string, clusters: readonly Cluster[], at: number) {
  const before = text.slice(clusters[at - 1]!.start, clusters[at - 1]!.end);
  const after = text.slice(clusters[at]!.start, clusters[at]!.end);
  const ideograph = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
  if (after === " " || before === " " || /[-/\u2010\u2013\u2014]$/.test(before)) return true;
  return (ideograph.test(before) || ideograph.test(after)) && !/^\p{P}/u.test(after);
}

/** The index behind the last cluster of the line that starts at `start`: as much as fits, at least one cluster. */
function lineEnd(
  text: string,
  clusters: readonly Cluster[],
  start: number,
  maxWidth: number,
  widthOf: (from: number, to: number) => number,
) {
  if (widthOf(start, clusters.length) <= maxWidth) return clusters.length;
  let fits = start;
  for (let at = start + 1; at < clusters.length; at++) {
    if (!mayBreakBefore(text, clusters, at)) continue;
    if (widthOf(start, at) > maxWidth) break;
    fits = at;
  }
  if (fits > start) return fits;
  // A word that is longer than the line is cut where it has to be.
  fits = start + 1;
  while (fits < clusters.length && widthOf(start, fits + 1) <= maxWidth) fits++;
  return fits;
}

function trimmedEnd(text: string, clusters: readonly Cluster[], start: number, end: number) {
  let trimmed = end;
  while (trimmed > start + 1 && isSpace(text, clusters[trimmed - 1]!)) trimmed--;
  return trimmed;
}

function shapeLine(text: string, clusters: readonly Cluster[], levels: Uint8Array): ShapedLine {
  const runs: { face: Face; level: number; start: number; end: number }[] = [];
  for (const { face, start, end } of clusters) {
    const level = levels[start] ?? 0;
    const last = runs.at(-1);
    if (last && last.face === face && last.level === level) last.end = end;
    else runs.push({ face, level, start, end });
  }
  const shaped = leftToRight(runs).map((run) =>
    shapeRun(text.slice(run.start, run.end), run.face, run.level % 2 === 1),
  );
  return { runs: shaped, width: shaped.reduce((sum, run) => sum + run.width, 0) };
}

/** Rule L2 of the bidirectional algorithm: from the highest level down, every sequence of that level is reversed. */
function leftToRight<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--)
    for (let from = 0; from < ordered.length; from++) {
      if (ordered[from]!.level < level) continue;
      let to = from;
      while (to < ordered.length && ordered[to]!.level >= level) to++;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  return ordered;
}

function shapeRun(text: string, face: Face, rightToLeft: boolean): ShapedRun {
  const mirrored = rightToLeft ? [...text].map((one) => bidi.getMirroredCharacter(one) ?? one).join("") : text;
  const glyphs = face.font.layout(
    shaddaFirst(mirrored),
    // Amounts stand below each other in tables.
    /^[$\d.,-]+$/.test(text) ? ["tnum"] : [],
    undefined,
    undefined,
    rightToLeft ? "rtl" : "ltr",
  );
  const characters = [...text];
  return {
    face,
    text,
    glyphs,
    rightToLeft,
    width: glyphs.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) / face.font.unitsPerEm,
    plain:
      glyphs.glyphs.length === characters.length &&
      glyphs.glyphs.every(
        ({ codePoints }, at) => codePoints.length === 1 && codePoints[0] === characters[at]!.codePointAt(0),
      ),
  };
}

/** Composition puts a vowel before the shadda that carries it; faces expect it after (Unicode report 53). */
const shaddaFirst = (text: string) => text.replace(/([\u064b-\u0650\u0656-\u065f\u0670]+)\u0651/g, "\u0651$1");
