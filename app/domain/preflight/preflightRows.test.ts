import { expect, test } from "vitest";
import { type PastLink, type PreflightFacts, preflightRows } from "./preflightRows";
import type { SheetRow } from "./sheetRow";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const DAY = 86_400_000;
const tracked = { tracked: true };
const X = "https://a.example/x";

const facts = (some: Partial<PreflightFacts> = {}): PreflightFacts => ({
  packages: [
    { id: "p30", name: "DA 30+", tracking: tracked },
    { id: "p50", name: "DA 50+", tracking: tracked },
    { id: "text", name: "Text only", tracking: { tracked: false } },
  ],
  history: [],
  pages: new Map(),
  rules: { words: [], linksPerPage: 10 },
  excludedSites: [],
  now: NOW,
  ...some,
});
const row = (some: Partial<SheetRow> = {}): SheetRow => ({
  package: "da-30",
  targetUrl: X,
  anchorText: "good shoes",
  clientReference: "",
  notes: "",
  ...some,
});
const past = (anchorText: string, orderNumber: number, targetUrl = X, daysAgo = 60): PastLink => ({
  targetUrl,
  anchorText,
  orderNumber,
  createdAt: NOW - daysAgo * DAY,
});
const seen = (status: number, { noindex = false, finalUrl = X } = {}) => new Map([[X, { status, noindex, finalUrl }]]);
const many = (count: number, anchor = (at: number) => `anchor ${at}`) =>
  Array.from({ length: count }, (_, at) => row({ anchorText: anchor(at) }));
const charged = { linksPerPage: 10, words: [{ word: "casino", priceClass: "Gambling" }] };

type Case = [what: string, rows: Partial<SheetRow>[], some: Partial<PreflightFacts>, codes: string[]];

/** Codes of the last row. */
const cases: Case[] = [
  ["a plain row", [{}], {}, []],
  ["an address without its scheme", [{ targetUrl: "a.example/x" }], {}, []],
  ["an address with spaces around it", [{ targetUrl: `  ${X} ` }], {}, []],
  ["a domain in another script", [{ targetUrl: "https://münchen.example/x" }], {}, []],
  ["text that is no address", [{ targetUrl: "not an address at all" }], {}, ["E1"]],
  ["no target", [{ targetUrl: "" }], {}, ["E1"]],
  ["a private address", [{ targetUrl: "http://10.0.0.8/x" }], {}, ["E1"]],
  ["a loopback address in hexadecimal", [{ targetUrl: "http://0x7f000001/" }], {}, ["E1"]],
  ["localhost", [{ targetUrl: "http://localhost:8788" }], {}, ["E1"]],
  ["an internal name", [{ targetUrl: "https://wiki.internal/" }], {}, ["E1"]],
  ["a user in the address", [{ targetUrl: "https://me:secret@a.example/" }], {}, ["E1"]],
  ["another scheme", [{ targetUrl: "ftp://a.example/x" }], {}, ["E1"]],
  ["a package by its id", [{ package: "p50" }], {}, []],
  ["a package by its name in another case", [{ package: " da 50+ " }], {}, []],
  ["an unknown package", [{ package: "DA 90+" }], {}, ["E2"]],
  ["no package where there are two", [{ package: "" }], {}, ["E2"]],
  [
    "no package where one is tracked",
    [{ package: "" }],
    { packages: [{ id: "one", name: "One", tracking: tracked }] },
    [],
  ],
  ["a package without links", [{ package: "Text only" }], {}, ["E2"]],
  ["both errors", [{ package: "?", targetUrl: "?" }], {}, ["E1", "E2"]],
  ["a page that is gone", [{}], { pages: seen(404) }, ["W1"]],
  ["a page that was removed", [{}], { pages: seen(410) }, ["W1"]],
  ["a server that fails", [{}], { pages: seen(503) }, ["W1"]],
  ["a page that answers", [{}], { pages: seen(200) }, []],
  ["a page behind a sign-in", [{}], { pages: seen(403) }, []],
  ["a page that hides from search", [{}], { pages: seen(200, { noindex: true }) }, ["W2"]],
  ["a page that leads to another host", [{}], { pages: seen(200, { finalUrl: "https://b.example/x" }) }, ["W2"]],
  ["a page that leads to www of its host", [{}], { pages: seen(200, { finalUrl: "https://www.a.example/" }) }, []],
  ["a page seen before under another fragment", [{ targetUrl: `${X}#part` }], { pages: seen(404) }, ["W1"]],
  ["the same twice", [{ anchorText: "x1" }, { anchorText: " X1 ", targetUrl: `${X}/` }], {}, ["W3", "W5"]],
  ["the same page with another anchor", [{ anchorText: "x1" }, { anchorText: "x2" }], {}, []],
  ["a link bought before", [{}], { history: [past("Good  shoes", 10_412), ...history(9)] }, ["W4"]],
  ["a page bought before with another anchor", [{}], { history: [past("other", 10_412)] }, []],
  ["an anchor of 3 in 10", [{}], { history: [past("good shoes", 1), past("good shoes", 2), ...history(7)] }, ["W4"]],
  [
    "an anchor of 3 in 9",
    [{}],
    { history: [past("good shoes", 1), past("good shoes", 2), ...history(6)] },
    ["W4", "W5"],
  ],
  [
    "the site's name as an often used anchor",
    [{ anchorText: "a.example" }],
    { history: [past("a.example", 1), past("a.example", 2)] },
    ["W4"],
  ],
  ["ten links to a page in a month", many(10), {}, []],
  ["eleven links to a page in a month", many(11), {}, ["W6"]],
  ["two links above a limit of one", [{}], { rules: { words: [], linksPerPage: 1 }, history: [recent()] }, ["W6"]],
  ["a link of last quarter below that limit", [{}], { rules: { words: [], linksPerPage: 1 }, history: history(1) }, []],
  ["a charged word in the anchor", [{ anchorText: "best Casino, bonus" }], { rules: charged }, ["W7"]],
  ["a charged word in the address", [{ targetUrl: "https://a.example/casino-news" }], { rules: charged }, ["W7"]],
  ["a charged word inside another", [{ anchorText: "occasinos" }], { rules: charged }, []],
  ["an excluded site", [{ targetUrl: "https://shop.b.example/" }], { excludedSites: ["b.example"] }, ["W8"]],
  [
    "a site that ends like an excluded one",
    [{ targetUrl: "https://ab.example/" }],
    { excludedSites: ["b.example"] },
    [],
  ],
];

function history(count: number): PastLink[] {
  return Array.from({ length: count }, (_, at) => past(`earlier ${at}`, 10_000 + at));
}
function recent(): PastLink {
  return past("another", 1, X, 29);
}

test.each(cases)("%s", (_, rows, some, codes) => {
  const checked = preflightRows(
    rows.map((one) => row(one)),
    facts(some),
  );
  expect(checked.at(-1)!.findings.map(({ code }) => code)).toEqual(codes);
});

test("names numbers in words", () => {
  const [one] = preflightRows(
    [row()],
    facts({ history: [past("good shoes", 12), past("good shoes", 11), past("b", 9)] }),
  );
  expect(one!.findings).toEqual([
    { code: "W4", text: "Bought before in orders 11, 12", orderNumbers: [11, 12] },
    { code: "W5", text: "3 of 4 links to this page have this anchor text (75%)" },
  ]);
  expect(one!.page).toBe("not checked");
});
