/** Types for the used part of the package, which has none. */
declare module "subset-font" {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      keepAllGlyphs: true;
      targetFormat: "truetype";
      noHinting: true;
      keepFeatures: readonly string[];
      variationAxes: Record<string, number>;
    },
  ): Promise<Uint8Array>;
}
