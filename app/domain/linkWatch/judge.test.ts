import { expect, test } from "vitest";
import type { Verdict } from "../verdicts";
import { isTargetBroken, judge } from "./judge";
import type { FoundLink, PageLook, PageReading, WantedLink } from "./pageLook";

const LIVE = "https://blog.example.com/guide";
const wanted: WantedLink = {
  liveUrl: LIVE,
  targetUrl: "https://client.example.org/shoes",
  anchorText: "Running shoes",
  relWanted: "any",
};
const follow: Partial<WantedLink> = { relWanted: "follow" };
const anyText: Partial<WantedLink> = { anchorText: "" };
const pageOnly: Partial<WantedLink> = { targetUrl: "", anchorText: "" };

const link = (values: Partial<FoundLink> = {}): FoundLink => ({
  address: wanted.targetUrl,
  href: wanted.targetUrl,
  rel: "",
  anchor: "Running shoes",
  ...values,
});
const reading = (values: Partial<PageReading> = {}): PageReading => ({
  title: "A guide",
  canonical: "",
  noindex: false,
  nofollow: false,
  toTarget: link(),
  byAnchor: null,
  truncated: false,
  size: 5_000,
  ...values,
});
const without = (values: Partial<PageReading> = {}) => reading({ toTarget: null, ...values });
const page = (read: PageReading | null = reading(), values: Partial<PageLook> = {}): PageLook => ({
  failure: null,
  status: 200,
  finalUrl: LIVE,
  challenged: false,
  page: read,
  ...values,
});
const answer = (status: number) => page(null, { status });
const failed = (failure: PageLook["failure"]) => page(null, { failure, status: null });
const elsewhere = { finalUrl: "https://blog.example.com/" };

type Case = [name: string, look: PageLook, verdict: Verdict, terms?: Partial<WantedLink>];

const cases: Case[] = [
  ["the link as agreed", page(), "ok"],
  ["the link among words in another case", page(reading({ toTarget: link({ anchor: "running SHOES" }) })), "ok"],
  ["a text with more spaces", page(reading({ toTarget: link({ anchor: "Running \n  shoes " }) })), "ok"],
  ["a text in quotes", page(reading({ toTarget: link({ anchor: "“Running shoes”" }) })), "ok"],
  ["a text that ends a sentence", page(reading({ toTarget: link({ anchor: "Running shoes." }) })), "ok"],
  [
    "a text with invisible characters",
    page(reading({ toTarget: link({ anchor: "Run\u00adning\u200b shoes" }) })),
    "ok",
  ],
  [
    "a typographic dash",
    page(reading({ toTarget: link({ anchor: "shoes – red" }) })),
    "ok",
    { anchorText: "shoes - red" },
  ],
  ["full-width letters", page(reading({ toTarget: link({ anchor: "Ｒｕｎｎｉｎｇ shoes" }) })), "ok"],
  [
    "a text in another script",
    page(reading({ toTarget: link({ anchor: "दौड़ने के जूते" }) })),
    "ok",
    { anchorText: "दौड़ने के जूते" },
  ],
  ["any text where none was agreed", page(reading({ toTarget: link({ anchor: "here" }) })), "ok", anyText],
  ["a status of 203", page(reading(), { status: 203 }), "ok"],
  ["a nofollow link where any will do", page(reading({ toTarget: link({ rel: "nofollow" }) })), "ok"],
  ["a sponsored link where any will do", page(reading({ toTarget: link({ rel: "sponsored" }) })), "ok"],
  ["a nofollow page where any will do", page(reading({ nofollow: true })), "ok"],
  ["noopener under follow", page(reading({ toTarget: link({ rel: "noopener noreferrer" }) })), "ok", follow],
  ["a word that only contains nofollow", page(reading({ toTarget: link({ rel: "nofollow-not" }) })), "ok", follow],
  ["the link on a page that moved", page(reading(), elsewhere), "ok"],
  ["the link before the read part ends", page(reading({ truncated: true })), "ok"],
  ["the link under the title of a wall", page(reading({ title: "How a captcha works" })), "ok"],
  ["the link under a title about errors", page(reading({ title: "404 not found, explained" })), "ok"],
  ["the link although the edge asked for a proof", page(reading(), { challenged: true }), "ok"],
  ["nofollow under follow", page(reading({ toTarget: link({ rel: "nofollow" }) })), "nofollow", follow],
  ["ugc under follow", page(reading({ toTarget: link({ rel: "noopener ugc" }) })), "nofollow", follow],
  ["sponsored under follow", page(reading({ toTarget: link({ rel: "sponsored" }) })), "nofollow", follow],
  ["a nofollow page under follow", page(reading({ nofollow: true })), "nofollow", follow],
  ["another text", page(reading({ toTarget: link({ anchor: "Click here" }) })), "anchor_changed"],
  ["a longer text", page(reading({ toTarget: link({ anchor: "Cheap running shoes" }) })), "anchor_changed"],
  ["no text", page(reading({ toTarget: link({ anchor: "" }) })), "anchor_changed"],
  [
    "another text and nofollow",
    page(reading({ toTarget: link({ anchor: "x", rel: "nofollow" }) })),
    "nofollow",
    follow,
  ],
  [
    "the agreed text on a link elsewhere",
    page(without({ byAnchor: link({ address: "https://rival.example" }) })),
    "target_changed",
  ],
  ["no link", page(without()), "missing"],
  ["no link where any text will do", page(without()), "missing", anyText],
  ["no link at http instead of https", page(without(), { finalUrl: "http://www.blog.example.com/guide/" }), "missing"],
  ["a page that says 404 with status 200", page(without({ title: "404 - Page not found" })), "missing"],
  ["status 404", answer(404), "page_gone"],
  ["status 410", answer(410), "page_gone"],
  ["404 with the link still on it", page(reading(), { status: 404 }), "page_gone"],
  ["a redirect to the home page", page(without(), elsewhere), "page_moved"],
  ["a redirect to another site", page(without(), { finalUrl: "https://other.example/" }), "page_moved"],
  ["a redirect to a page with the agreed text elsewhere", page(without({ byAnchor: link() }), elsewhere), "page_moved"],
  ["a page kept out of search", page(reading({ noindex: true })), "noindex"],
  ["noindex and another text", page(reading({ noindex: true, toTarget: link({ anchor: "x" }) })), "anchor_changed"],
  ["noindex without the link", page(without({ noindex: true })), "missing"],
  ["status 401", answer(401), "blocked"],
  ["status 403", answer(403), "blocked"],
  ["status 429", answer(429), "blocked"],
  ["status 406", answer(406), "blocked"],
  ["status 451", answer(451), "blocked"],
  ["status 999", answer(999), "server_error"],
  ["a proof asked for with status 403", page(without(), { status: 403, challenged: true }), "blocked"],
  ["a proof asked for with status 503", page(without(), { status: 503, challenged: true }), "blocked"],
  ["a wall with status 200", page(without({ title: "Just a moment..." })), "blocked"],
  ["a puzzle with status 200", page(without({ title: "Are you a robot?" })), "blocked"],
  ["a denial with status 200", page(without({ title: "Access Denied" })), "blocked"],
  [
    "a redirect to a sign-in page",
    page(without(), { finalUrl: "https://blog.example.com/wp-login.php?to=x" }),
    "blocked",
  ],
  ["a redirect to a consent page", page(without(), { finalUrl: "https://consent.example.com/x" }), "blocked"],
  ["robots.txt forbids it", failed("blocked"), "blocked"],
  ["status 500", answer(500), "server_error"],
  ["status 502", answer(502), "server_error"],
  ["status 503", answer(503), "server_error"],
  ["status 521 of an edge", answer(521), "server_error"],
  ["a redirect without a place", answer(302), "server_error"],
  ["maintenance with status 200", page(without({ title: "Under maintenance" })), "server_error"],
  [
    "a database error with status 200",
    page(without({ title: "Error establishing a database connection" })),
    "server_error",
  ],
  ["a suspended account with status 200", page(without({ title: "Account Suspended" })), "server_error"],
  ["a connection that broke", failed("server_error"), "server_error"],
  ["no answer in time", failed("timeout"), "timeout"],
  ["status 408", answer(408), "timeout"],
  ["status 504", answer(504), "timeout"],
  ["status 522 of an edge", answer(522), "timeout"],
  ["a host that does not resolve", failed("dns"), "dns"],
  ["a file", page(null), "not_html"],
  ["an empty page", page(without({ size: 0 })), "not_html"],
  ["half a page without the link", page(without({ truncated: true })), "not_html"],
  ["half a page with the text elsewhere", page(without({ truncated: true, byAnchor: link() })), "not_html"],
  ["a page without an agreed target", page(without()), "ok", pageOnly],
  ["a long page without an agreed target", page(without({ truncated: true })), "ok", pageOnly],
  ["its redirect", page(without(), elsewhere), "page_moved", pageOnly],
  ["its redirect to https", page(without(), { finalUrl: `${LIVE}/?utm_source=a#b` }), "ok", pageOnly],
  ["its noindex", page(without({ noindex: true })), "noindex", pageOnly],
  ["its title of a missing page", page(without({ title: "Page not found" })), "page_gone", pageOnly],
  ["its wall", page(without({ title: "Attention Required! | Cloudflare" })), "blocked", pageOnly],
  ["its 404", answer(404), "page_gone", pageOnly],
];

test.each(cases)("judges %s", (_, look, verdict, terms) => {
  expect(judge({ ...wanted, ...terms }, look)).toBe(verdict);
});

test("the table has every verdict of a page, and 60 cases", () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
  expect(new Set(cases.map(([, , verdict]) => verdict)).size).toBe(13);
});

test.each([
  [404, true],
  [410, true],
  [500, true],
  [503, true],
  [200, false],
  [301, false],
  [403, false],
  [null, false],
])("a target that answers %s is broken: %s", (status, broken) => {
  expect(isTargetBroken({ failure: null, status })).toBe(broken);
});

test("a target whose host does not resolve gave no answer", () => {
  expect(isTargetBroken({ failure: "dns", status: 530 })).toBe(false);
});
