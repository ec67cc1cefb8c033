import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postcss from "postcss";
import { expect, test } from "vitest";
import { brand, mailButton } from "../../app/brand";
import { themeTokens } from "./themeTokens";

const nowhere = mkdtempSync(join(tmpdir(), "no-sources-"));
const build = (css: string, brand: Parameters<typeof themeTokens>[0] = { accent: "indigo", gray: "slate" }) =>
  postcss([themeTokens(brand, nowhere)]).process(css, { from: undefined }).css;

test("renames the brand's colour tokens to neutral names", () => {
  const css = build("@theme-tokens; .a { color: var(--accent-9); background: var(--gray-2) }", {
    accent: "teal",
    gray: "sage",
  });
  expect(css).toContain("--accent-9: #12a594");
  expect(css).not.toMatch(/teal|sage/);
});

test("dark tokens apply to the dark and the system theme on screen only", () => {
  const css = build("@theme-tokens; .a { color: var(--accent-11) }").replace(/\s+/g, " ");
  expect(css).toContain(`@media screen { [data-theme="dark"] { --accent-11: #9eb1ff; } }`);
  expect(css).toContain(
    `@media screen and (prefers-color-scheme: dark) { [data-theme="system"] { --accent-11: #9eb1ff; } }`,
  );
  expect(css).not.toMatch(/\.dark|radix-themes/);
});

test("keeps only used tokens, through any number of references", () => {
  const css = build("@theme-tokens; .a { box-shadow: var(--shadow-4) }");
  expect(css).toContain("--shadow-4:");
  expect(css).toContain("--gray-a3:");
  expect(css).not.toContain("--shadow-5:");
  expect(css).not.toMatch(/--accent-|--red-|display-p3/);
});

test("text sizes follow the reader's own font size", () => {
  const css = build("@theme-tokens; .a { font-size: var(--font-size-2) }");
  expect(css).toContain("--font-size-2: calc(0.875rem * var(--scaling))");
});

test("the button of a mail has the accent's own colours", () => {
  const css = build("@theme-tokens; .a { background: var(--accent-9); color: var(--accent-contrast) }", brand);
  const value = (token: string) => new RegExp(`${token}: ([^;}]+?)\\s*[;}]`).exec(css)![1]!;
  expect(mailButton.ground).toBe(value("--accent-9"));
  expect(mailButton.ink).toBe(value("--accent-contrast").replace("white", "#ffffff"));
});
