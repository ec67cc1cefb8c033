import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const source = "node_modules/@fontsource-variable/inter/files";
export const webFontFolder = fileURLToPath(new URL("../.cache/fonts", import.meta.url));

/** Marks, kerning, and digits of one width. */
const FEATURES = ["ccmp", "locl", "mark", "mkmk", "kern", "tnum"];

/**
 * Makes the fonts of pages: the characters that the stylesheet names for each and the weights that it uses, without
 * stylistic alternates. A first visit waits for a quarter of the package's bytes.
 */
export async function buildWebFonts() {
  mkdirSync(webFontFolder, { recursive: true });
  const faces = readFileSync("app/styles/tokens.css", "utf8").matchAll(
    /~fonts\/inter-([a-z-]+)\.woff2[^}]*unicode-range:([^;]+);/g,
  );
  for (const [, slice, ranges] of faces) {
    const packed = readFileSync(`${source}/inter-${slice === "english" ? "latin" : slice}-wght-normal.woff2`);
    const font = await subsetFont(packed, charactersIn(ranges!), {
      targetFormat: "woff2",
      keepFeatures: FEATURES,
      variationAxes: { wght: { min: 400, max: 600 } },
    });
    writeFileSync(join(webFontFolder, `inter-${slice}.woff2`), font);
  }
}

/** Every character of ranges such as `U+0000-00FF, U+0131`. */
const charactersIn = (ranges: string) =>
  [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .map(([, first = "", last = first]) => {
      const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
    })
    .join("");
