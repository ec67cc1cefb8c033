/** Types for the used part of the package, which has none. */
declare module "subset-font" {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      keepAllGlyphs?: true;
      targetFormat: "truetype" | "woff2";
      noHinting?: true;
      keepFeatures: readonly string[];
      variationAxes: Record<string, number | { min: number; max: number }>;
    },
  ): Promise<Uint8Array>;
}
