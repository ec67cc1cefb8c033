import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { filesWithProse, proseOf } from "./support/prose";

const decisions = readdirSync("docs/decisions").filter((name) => name !== "README.md");
const pages = [
  "README.md",
  "STYLE.md",
  "CONTRIBUTING.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
  "docs/decisions/README.md",
  ...decisions.map((name) => `docs/decisions/${name}`),
];
const linksOf = (page: string) =>
  [...readFileSync(page, "utf8").matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => join(dirname(page), link!));

const folders = ["app", "db", "workers", "scripts", "tests", "docs"];
const files = folders.flatMap(filesWithProse);

test("every link of the docs leads to a file", () => {
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter((link) => !existsSync(link))
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("code names only decisions that exist", () => {
  const missing = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/docs\/decisions\/[\w-]+\.md/g)]
      .filter(([page]) => !existsSync(page))
      .map(([page]) => `${file}: ${page}`),
  );
  expect(missing).toEqual([]);
});

test("the index lists every decision in order", () => {
  expect(linksOf("docs/decisions/README.md")).toEqual(decisions.sort().map((name) => `docs/decisions/${name}`));
});

test("every decision has a unique number, a date and a status", () => {
  const numbers = decisions.map((name) => name.slice(0, 4));
  expect(numbers.filter((number, n) => !/^\d{4}$/.test(number) || numbers.indexOf(number) !== n)).toEqual([]);
  const status = /^(Accepted|Withdrawn|Superseded by \[\d{4}\]\([\w-]+\.md\)), \d{1,2} [A-Z][a-z]+ \d{4}\./m;
  expect(decisions.filter((name) => !status.test(readFileSync(`docs/decisions/${name}`, "utf8")))).toEqual([]);
});

// A citation may span lines and name several rules: `rules.md orders/states, orders/dates`.
const flat = (file: string) => readFileSync(file, "utf8").replace(/\n\s*(\*(?!\/)|\/\/)?\s*/g, " ");
const citedIn = (file: string) =>
  [...flat(file).matchAll(/rules\.md(?: |#)((?:[a-z]+\/[a-z-]+)(?:, [a-z]+\/[a-z-]+)*)/g)].flatMap(([, ids]) =>
    ids!.split(", "),
  );
const rules = [...readFileSync("docs/rules.md", "utf8").matchAll(/^- <a id="([^"]+)"><\/a>\*\*([^*]+)\*\*: /gm)];
const citing = [...files.filter((file) => file !== "docs/rules.md"), "README.md", "STYLE.md", "remix.config.js"];

test("a rule is defined once and its anchor is its id", () => {
  const ids = rules.map(([, id]) => id!);
  expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([]);
  expect(rules.filter(([, anchor, id]) => anchor !== id).map(([, id]) => id)).toEqual([]);
});

test("every cited rule is defined and every rule is cited", () => {
  const defined = new Set(rules.map(([, id]) => id!));
  const undefinedIds = citing.flatMap((file) =>
    citedIn(file)
      .filter((id) => !defined.has(id))
      .map((id) => `${file}: ${id}`),
  );
  const cited = new Set(citing.flatMap(citedIn));
  expect({ undefinedIds, uncitedIds: [...defined].filter((id) => !cited.has(id)) }).toEqual({
    undefinedIds: [],
    uncitedIds: [],
  });
});

test("nothing cites a document outside the repository", () => {
  const outside =
    /\b(?:decisions?|quality) [A-Z]\d|\bdocuments? [1-9]\b|\barchitecture(?:\.md)? section|\b(?:payments|look|quality|decisions|ordering|placements|workday|settings|reliability)\.md\b/gi;
  const left = citing.flatMap((file) => [...flat(file).matchAll(outside)].map(([citation]) => `${file}: ${citation}`));
  expect(left).toEqual([]);
});

// STYLE.md says what to write instead. A free relative clause must not begin a sentence; a question may.
const idioms = [
  /(?:^|[.!?:] )["'(]?(?:whoever|who has|what is)\b(?![^.!?]*\?)/gi,
  /\b(?:anew|by now|nobody's|somebody|is told|stands for|beside|at once|is over|has gone silent)\b/gi,
];
const maybe = /whoever|who has|what is|anew|by now|nobody's|somebody|is told|stands for|beside|at once|is over|silent/i;
/** Parses only files that may contain an idiom, because most contain none. */
const idiomsIn = (file: string) =>
  (maybe.test(flat(file)) ? proseOf(file) : []).flatMap(({ line, text }) =>
    idioms.flatMap((idiom) => [...text.matchAll(idiom)].map(([words]) => `${file}:${line}: ${words}`)),
  );

test("plain English: no idiom of STYLE.md is left", () => {
  expect(files.flatMap(idiomsIn)).toEqual([]);
});
