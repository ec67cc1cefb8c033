import {
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode as registerMode,
  wcagContrast,
} from "culori/fn";
import type { AccentPalette } from "../settings";
import { type AccentToken, accentTokens } from "./accentPalette";

for (const mode of [modeRgb, modeLrgb, modeOklch]) registerMode(mode as typeof modeOklch);
const toOklch = converter("oklch");
const toRgb = converter("rgb");

/** WCAG 1.4.3. */
const READABLE = 4.5;
/** Below this a button cannot be told from the page. */
const VISIBLE = 1.25;
const [WHITE, INK, BLACK] = ["#ffffff", "#1c2024", "#000000"] as const;

interface Mode {
  /** The page, and the other grounds on which text in the accent's colour stands. */
  page: string;
  grounds: readonly string[];
  /** The theme's own scale (indigo of Radix Colors), whose lightness and share of chroma each step takes over. */
  steps: Readonly<Record<2 | 3 | 4 | 5 | 6 | 8 | 9 | 11 | 12, string>>;
  /** Away from the page. */
  direction: 1 | -1;
}

const light: Mode = {
  page: "#ffffff",
  grounds: ["#ffffff", "#f9f9fb"],
  steps: {
    2: "#f7f9ff",
    3: "#edf2fe",
    4: "#e1e9ff",
    5: "#d2deff",
    6: "#c1d0ff",
    8: "#8da4ef",
    9: "#3e63dd",
    11: "#3a5bc7",
    12: "#1f2d5c",
  },
  direction: -1,
};
const dark: Mode = {
  page: "#111113",
  grounds: ["#111113", "#18191b"],
  steps: {
    2: "#141726",
    3: "#182449",
    4: "#1d2e62",
    5: "#253974",
    6: "#304384",
    8: "#435db1",
    9: "#3e63dd",
    11: "#9eb1ff",
    12: "#d6e1ff",
  },
  direction: 1,
};

const hex = (color: Oklch) => formatHex(clampChroma(color, "oklch", "rgb"));

/**
 * The accent's scale in both modes, made from one #rrggbb colour. It stays itself on buttons unless the page has almost
 * the same colour; the words on it, and text in its hue, have a contrast of 4.5 to 1 (rules.md settings/accent).
 */
export const makePalette = (accent: string): AccentPalette => ({
  light: scaleIn(light, accent),
  dark: scaleIn(dark, accent),
});

function scaleIn({ page, grounds, steps, direction }: Mode, accent: string): string[] {
  const { l, c, h = 0 } = toOklch(accent)!;
  const reference = toOklch(steps[9])!;
  const strength = Math.min(1.25, c / reference.c);
  const step = (number: keyof typeof steps) => {
    const { l, c } = toOklch(steps[number])!;
    return { mode: "oklch", l, c: c * strength, h } as const;
  };
  /** The first colour from `color` away from the page that meets the contrast. */
  const away = (color: Oklch, contrast: number, against: readonly string[]) => {
    const isFar = (text: string) => against.every((ground) => wcagContrast(text, ground) >= contrast);
    let { l } = color;
    while (!isFar(hex({ ...color, l })) && (direction < 0 ? l > 0 : l < 1)) l += 0.01 * direction;
    return hex({ ...color, l });
  };
  const solid = wcagContrast(accent, page) >= VISIBLE ? accent : away({ mode: "oklch", l, c, h }, VISIBLE, [page]);
  const contrast = [WHITE, INK].find((ink) => wcagContrast(ink, solid) >= READABLE) ?? BLACK;
  const solidLightness = toOklch(solid)!.l;
  const tinted = [step(2), step(3), step(4)].map(hex);
  const over = (color: string) => transparentOver(page, color);
  const scale: Record<AccentToken, string> = {
    "2": hex(step(2)),
    "3": hex(step(3)),
    "8": hex(step(8)),
    "9": solid,
    "10": hex({ mode: "oklch", l: solidLightness + (contrast === WHITE ? -0.05 : 0.05), c, h }),
    "11": away(step(11), READABLE, [...grounds, ...tinted]),
    "12": away(step(12), READABLE, [...grounds, ...tinted]),
    a3: over(hex(step(3))),
    a4: over(hex(step(4))),
    a5: over(hex(step(5))),
    a6: over(hex(step(6))),
    contrast,
    // What a button under the pointer is mixed with: away from the words on it.
    shade: contrast === WHITE ? BLACK : WHITE,
  };
  return accentTokens.map((token) => scale[token]);
}

/** A transparent colour that looks like `color` on `ground`; where one channel is darker than a dark ground, almost. */
function transparentOver(ground: string, color: string): string {
  const channels = (text: string) => {
    const { r, g, b } = toRgb(text)!;
    return [r, g, b];
  };
  const [below, wanted] = [channels(ground), channels(color)];
  const needed = wanted.map((value, index) => {
    const from = below[index]!;
    return from === 1 ? from - value : (value - from) / (1 - from);
  });
  const alpha = Math.ceil(Math.max(1 / 255, ...needed) * 255) / 255;
  const [r, g, b] = wanted.map((value, index) => {
    const from = below[index]!;
    return Math.min(1, Math.max(0, (value - from) / alpha + from));
  }) as [number, number, number];
  return (
    formatHex({ mode: "rgb", r, g, b }) +
    Math.round(alpha * 255)
      .toString(16)
      .padStart(2, "0")
  );
}
