import { readdirSync, readFileSync } from "node:fs";
import { wcagContrast } from "culori";
import fc from "fast-check";
import { expect, test } from "vitest";
import { accentTokens, colorOf, readPalette } from "./accentPalette";
import { defaultSettings } from "./defaultSettings";
import { makePalette } from "./makePalette";

const modes = [
  { mode: "light", grounds: ["#ffffff", "#f9f9fb"] },
  { mode: "dark", grounds: ["#111113", "#18191b"] },
] as const;
const anAccent = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((channels) => `#${channels.map((one) => one.toString(16).padStart(2, "0")).join("")}`);

test("text in and on 200 random accents has a contrast of 4.5 in both modes", () => {
  fc.assert(
    fc.property(anAccent, (accent) => {
      const palette = makePalette(accent);
      for (const { mode, grounds } of modes) {
        const scale = palette[mode];
        const color = (token: (typeof accentTokens)[number]) => colorOf(scale, token);
        expect(wcagContrast(color("contrast"), color("9"))).toBeGreaterThanOrEqual(4.5);
        for (const text of ["11", "12"] as const)
          for (const ground of [...grounds, color("2"), color("3")])
            expect(wcagContrast(color(text), ground)).toBeGreaterThanOrEqual(4.5);
        expect(wcagContrast(color("9"), grounds[0])).toBeGreaterThanOrEqual(1.25);
      }
      expect(readPalette(JSON.parse(JSON.stringify(palette)))).toEqual(palette);
    }),
    { numRuns: 200, examples: [["#000000"], ["#ffffff"], ["#808080"], ["#ffe629"], ["#ff0000"]] },
  );
});

test.each(["#0f766e", "#b91c1c", "#ffe629", "#7c3aed"])("leaves %s as it is on buttons of both modes", (accent) => {
  const { light, dark } = makePalette(accent);
  expect([colorOf(light, "9"), colorOf(dark, "9")]).toEqual([accent, accent]);
});

test("changes an accent too close to the page, in that mode alone", () => {
  const { light, dark } = makePalette("#fffbe6");
  expect(colorOf(light, "9")).not.toBe("#fffbe6");
  expect(colorOf(dark, "9")).toBe("#fffbe6");
});

test("the default accent gives the theme's own text colours", () => {
  const { light } = makePalette(defaultSettings.brand.accent);
  expect([colorOf(light, "9"), colorOf(light, "11"), colorOf(light, "contrast")]).toEqual([
    "#3e63dd",
    "#3a5bc7",
    "#ffffff",
  ]);
});

test("has a colour for each accent token that a style sheet names", () => {
  const folder = new URL("../../../app/", import.meta.url);
  const sheets = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(css|tsx)$/.test(name));
  const named = sheets.flatMap((name) =>
    [...readFileSync(new URL(name, folder), "utf8").matchAll(/var\(--accent-([a-z0-9]+)/g)].map(([, token]) => token!),
  );
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((token) => !(accentTokens as readonly string[]).includes(token))).toEqual([]);
});

test.each([null, "indigo", { light: [], dark: [] }, { light: ["red;}"], dark: 5 }])(
  "draws no palette from %j",
  (value) => {
    expect(readPalette(value)).toBeNull();
  },
);
