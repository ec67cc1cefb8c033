import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import postcss, { type AtRule, type Plugin, type Root, type Rule } from "postcss";
import type { Brand } from "../../app/brand";

const require = createRequire(import.meta.url);
const stateColors = ["red", "amber", "green", "blue"];

/**
 * Replaces `@theme-tokens;` with the Radix Themes tokens that the app uses. Each `.dark` rule becomes one for `<html
 * data-theme="dark">` and one for `data-theme="system"` under a dark system, on screen only. The whole token sheet is
 * 20 times as large. Brand colours are renamed to `--accent-*` and `--gray-*`.
 */
export function themeTokens(brand: Pick<Brand, "accent" | "gray">, appDirectory: string): Plugin {
  return {
    postcssPlugin: "theme-tokens",
    Once(root) {
      root.walkAtRules("theme-tokens", (rule) => {
        rule.replaceWith(readTokens(brand));
      });
      root.walkRules(splitDark);
    },
    OnceExit(root) {
      dropUnused(root, referencesIn(appDirectory));
    },
  };
}

function readTokens(brand: Pick<Brand, "accent" | "gray">) {
  const colors: [file: string, name: string][] = [
    [brand.accent, "accent"],
    [brand.gray, "gray"],
    ...stateColors.map((color): [string, string] => [color, color]),
  ];
  const root = postcss.root();
  for (const [file, name] of colors) {
    const scale = radix(`colors/${file}`);
    scale.walkRules((rule) => {
      rule.selector = rule.selector.includes(".dark") ? ".dark" : ":root";
    });
    scale.walkDecls((decl) => {
      decl.prop = decl.prop.replace(`--${file}-`, `--${name}-`);
      decl.value = decl.value.replaceAll(`var(--${file}-`, `var(--${name}-`);
    });
    root.append(scale.nodes);
  }
  root.append(baseTokens().nodes);
  return root;
}

/**
 * Tokens from base.css: black and white, surfaces, shadows and sizes. Sizes follow the reader's font size (rem, not
 * px).
 */
function baseTokens() {
  const base = radix("base");
  const kept: Record<string, string> = {
    ":root": ":root",
    ":where(.radix-themes)": ":root",
    ".radix-themes": ":root, [data-scaling]",
    "[data-radius]": ":root, [data-scaling]",
    "[data-radius='medium']": ":root, [data-scaling]",
  };
  for (const node of base.nodes.slice()) {
    if (node.type !== "rule") node.remove();
    else if (node.selector.startsWith(":is(.dark")) node.selector = ".dark";
    else if (kept[node.selector]) node.selector = kept[node.selector] as string;
    else node.remove();
  }
  base.walkDecls((decl) => {
    if (!decl.prop.startsWith("--")) decl.remove();
    else if (/^--(font-size|line-height)-/.test(decl.prop)) {
      decl.value = decl.value.replace(/(\d+)px/g, (_, px) => `${Number(px) / 16}rem`);
    }
  });
  return base;
}

function radix(path: string): Root {
  const root = postcss.parse(readFileSync(require.resolve(`@radix-ui/themes/tokens/${path}.css`), "utf8"));
  // Wide-gamut variants would double the sheet for a barely visible difference.
  root.walkAtRules("supports", (rule) => {
    rule.remove();
  });
  root.walkComments((comment) => {
    comment.remove();
  });
  return root;
}

function splitDark(rule: Rule) {
  if (!rule.selectors.some((selector) => selector.startsWith(".dark"))) return;
  const under = (theme: string) =>
    rule.clone({ selectors: rule.selectors.map((selector) => selector.replace(/^\.dark/, `[data-theme="${theme}"]`)) });
  const media = (params: string, theme: string): AtRule => {
    const atRule = postcss.atRule({ name: "media", params });
    atRule.append(under(theme));
    return atRule;
  };
  rule.replaceWith(media("screen", "dark"), media("screen and (prefers-color-scheme: dark)", "system"));
}

function dropUnused(root: Root, elsewhere: Set<string>) {
  for (let dropped = -1; dropped !== 0; ) {
    const used = new Set(elsewhere);
    root.walkDecls((decl) => {
      for (const [, name] of decl.value.matchAll(/var\(\s*(--[\w-]+)/g)) used.add(name as string);
    });
    dropped = 0;
    root.walkDecls(/^--/, (decl) => {
      if (used.has(decl.prop)) return;
      decl.remove();
      dropped++;
    });
  }
  root.walkRules((rule) => {
    if (rule.nodes.length === 0) rule.remove();
  });
  root.walkAtRules("media", (rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
}

/** Custom properties named anywhere in the app's sources, including feature sheets. */
function referencesIn(directory: string): Set<string> {
  const used = new Set<string>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(css|tsx?)$/.test(entry.name) || entry.name === "tokens.css") continue;
    const text = readFileSync(join(entry.parentPath, entry.name), "utf8");
    for (const [, name] of text.matchAll(/var\(\s*(--[\w-]+)/g)) used.add(name as string);
  }
  return used;
}
