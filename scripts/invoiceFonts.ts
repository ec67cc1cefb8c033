import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fontkit from "@pdf-lib/fontkit";
import subsetFont from "subset-font";
import { FONT_INDEX, type FontIndex, type FontSlice } from "../app/exports/invoiceFonts";
import { fontFolder } from "./workerParts";

/**
 * Features that scripts need: composition, joining, reordering, marks and kerning. Stylistic alternates are dropped.
 */
const FEATURES =
  "ccmp locl rlig liga init medi fina fin2 fin3 med2 isol calt curs nukt akhn rphf rkrf pref blwf abvf half pstf vatu cjct cfar pres abvs blws psts haln dist abvm blwm mark mkmk kern".split(
    " ",
  );
const LATIN_FEATURES = ["ccmp", "locl", "mark", "mkmk", "kern", "tnum"];

const WEIGHTS = { regular: 400, bold: 600 } as const;

/**
 * Fonts of printed documents, in fallback order. Web packages split them by character range, so an isolate loads only
 * the slices it needs.
 */
const families = [
  {
    name: "inter",
    package: "inter",
    slices: ["latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext", "greek", "greek-ext"],
    weights: ["regular", "bold"],
  },
  { name: "devanagari", package: "noto-sans-devanagari", slices: ["devanagari"], weights: ["regular", "bold"] },
  { name: "arabic", package: "noto-sans-arabic", slices: ["arabic"], weights: ["regular", "bold"] },
  { name: "chinese", package: "noto-sans-sc", slices: null, weights: ["regular"] },
] as const;

const folderOf = (name: string) => join("node_modules/@fontsource-variable", name);

/** Inputs of the fonts: package versions and this file. */
const fingerprint = () =>
  JSON.stringify([
    families.map((family) => JSON.parse(readFileSync(join(folderOf(family.package), "package.json"), "utf8")).version),
    readFileSync(fileURLToPath(import.meta.url), "utf8"),
  ]);

/**
 * Builds build/fonts from the font packages: each slice and weight as a TrueType file, as PDFs embed it, and
 * `fonts.json` as an index. Does nothing when they are up to date.
 */
export async function buildInvoiceFonts() {
  const made = join(fontFolder, "made-of");
  if (existsSync(made) && readFileSync(made, "utf8") === fingerprint()) return;
  rmSync(fontFolder, { recursive: true, force: true });
  mkdirSync(fontFolder, { recursive: true });
  const index: FontIndex = [];
  const printed = new Set<number>();
  for (const { name, package: source, slices, weights } of families) {
    const folder = folderOf(source);
    const known = JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8")) as Record<string, string>;
    const labels = Object.keys(known).map((slice) => slice.replace(/^\[(.*)\]$/, "$1"));
    for (const label of slices ?? labels) {
      const packed = readFileSync(join(folder, "files", `${source}-${label}-wght-normal.woff2`));
      const made: [string, Uint8Array][] = [];
      for (const weight of weights) {
        const font = await subsetFont(packed, "", {
          keepAllGlyphs: true,
          targetFormat: "truetype",
          noHinting: true,
          keepFeatures: name === "inter" ? LATIN_FEATURES : FEATURES,
          variationAxes: { wght: WEIGHTS[weight] },
        });
        made.push([`${name}-${label}-${weight}.ttf`, font]);
      }
      const [[regular, font], bold] = made as [[string, Uint8Array], [string, Uint8Array]?];
      const characters = fontkit.create(font).characterSet.filter((code) => !printed.has(code) || isJoiner(code));
      if (characters.every(isJoiner)) continue;
      for (const code of characters) printed.add(code);
      for (const [file, bytes] of made) writeFileSync(join(fontFolder, file), bytes);
      index.push({ family: name, ranges: rangesOf(characters), files: { regular, bold: bold?.[0] } });
    }
  }
  writeFileSync(join(fontFolder, FONT_INDEX), JSON.stringify(index));
  // Written last, so that an interrupted run does not count as complete.
  writeFileSync(made, fingerprint());
}

/** Marks, joiners and zero-width spaces use the font of the preceding character. */
const isJoiner = (code: number) => /[\p{M}\p{Cf}]/u.test(String.fromCodePoint(code));

/** First and last of each run of consecutive codes. */
function rangesOf(codes: number[]): FontSlice["ranges"] {
  const ranges: FontSlice["ranges"] = [];
  for (const code of [...codes].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && code <= last[1] + 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}
