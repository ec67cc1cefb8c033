export const tagColors = ["gray", "red", "amber", "green", "blue", "purple"] as const;
export type TagColor = (typeof tagColors)[number];

/** The colors that look different from each other: purple, which earlier tags have, is drawn as blue. */
export const shownColors = ["gray", "red", "amber", "green", "blue"] as const satisfies readonly TagColor[];

/** A tag as staff see it. */
export interface Tag {
  name: string;
  color: TagColor;
}

/** The color of a new tag follows from its folded name, so that names made at the same time differ. */
export function colorOfTag(folded: string): TagColor {
  let sum = 0;
  for (const character of folded) sum = (sum * 31 + character.codePointAt(0)!) % 65_521;
  return shownColors[sum % shownColors.length]!;
}
