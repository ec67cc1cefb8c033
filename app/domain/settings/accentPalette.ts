import type { AccentPalette } from "../settings";

/** The accent's custom properties, as `--accent-…`, in the order in which a palette holds their colours. */
export const accentTokens = [
  "2",
  "3",
  "8",
  "9",
  "10",
  "11",
  "12",
  "a3",
  "a4",
  "a5",
  "a6",
  "contrast",
  "shade",
] as const;
export type AccentToken = (typeof accentTokens)[number];

const COLOR = /^#[0-9a-f]{6}([0-9a-f]{2})?$/;
export const isAccent = (text: unknown): text is string => typeof text === "string" && /^#[0-9a-f]{6}$/.test(text);

const isScale = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length === accentTokens.length &&
  value.every((color) => typeof color === "string" && COLOR.test(color));

/** A stored palette, or null for one that cannot be drawn: no setting takes a page down. */
export function readPalette(value: unknown): AccentPalette | null {
  const { light, dark } = (value ?? {}) as Partial<AccentPalette>;
  return isScale(light) && isScale(dark) ? { light, dark } : null;
}

export const colorOf = (scale: readonly string[], token: AccentToken) => scale[accentTokens.indexOf(token)]!;
