import bidiFactory from "bidi-js";
import { type Face, type FontkitRun, type Fonts, type FontWeight, UNKNOWN } from "./invoiceFonts";

/** Text in one font and one direction, with its glyphs from left to right. */
export interface ShapedRun {
  face: Face;
  /** In reading order. */
  text: string;
  glyphs: FontkitRun;
  /** In ems. */
  width: number;
  rightToLeft: boolean;
  /** True when glyphs and characters match one to one, in order. */
  plain: boolean;
}

export interface ShapedLine {
  runs: ShapedRun[];
  /** In ems. */
  width: number;
}

/** A letter with its marks, drawn in one font. */
interface Cluster {
  start: number;
  end: number;
  face: Face;
}

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * Normalizes text to one printable line. Keeps only the two zero-width joiners, which control how letters join in
 * some scripts.
 */
export const printable = (text: string) =>
  text
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/\p{C}|\p{Variation_Selector}/gu, (character) => (/[\u200c\u200d]/.test(character) ? character : ""))
    .trim();

/**
 * Breaks text into lines of at most `maxWidth` ems and shapes each: fonts per character, direction by the Unicode
 * bidirectional algorithm, ligatures and reordering by the font. Empty text gives no lines.
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

/** Text without the emoji that no font contains, unless there is nothing else. */
function withoutEmoji(text: string, faces: readonly Face[]) {
  const kept = Array.from(graphemes.segment(text), ({ segment }) => segment).filter(
    (segment) => !EMOJI.test(segment) || faceOf(segment, faces),
  );
  return kept.join("").replace(/ +/g, " ").trim() || text;
}

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** Splits text into graphemes with their fonts, replacing what no font contains. */
function clustersOf(whole: string, faces: readonly Face[]) {
  const text = withoutEmoji(whole, faces);
  let known = "";
  const clusters: Cluster[] = [];
  for (const { segment } of graphemes.segment(text)) {
    let shown = segment;
    let face = faceOf(shown, faces);
    if (!face) {
      // Keeps the base letter when no font contains its mark.
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

/** Lines break at spaces, after hyphens, and around Chinese or Japanese characters. */
function mayBreakBefore(text: string, clusters: readonly Cluster[], at: number) {
  const before = text.slice(clusters[at - 1]!.start, clusters[at - 1]!.end);
  const after = text.slice(clusters[at]!.start, clusters[at]!.end);
  const ideograph = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
  if (after === " " || before === " " || /[-/\u2010\u2013\u2014]$/.test(before)) return true;
  return (ideograph.test(before) || ideograph.test(after)) && !/^\p{P}/u.test(after);
}

/** The index after the line's last cluster. A line has at least one. */
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
  // A word longer than the line is split.
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

/** Rule L2 of the bidirectional algorithm: reverses sequences level by level, highest first. */
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
    // Tabular figures align amounts in columns.
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

/** NFC puts the vowel before its shadda; fonts expect it after (Unicode report 53). */
const shaddaFirst = (text: string) => text.replace(/([\u064b-\u0650\u0656-\u065f\u0670]+)\u0651/g, "\u0651$1");
