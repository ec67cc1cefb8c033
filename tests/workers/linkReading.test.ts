import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PageReading, WantedLink } from "~/domain/linkWatch/pageLook";
import { bundleWorker } from "../support/bundleWorker";

/** Reads the posted page with the runtime's parser, in pieces of a given size. */
const code = `
import { readPage } from "./app/domain/linkWatch/readPage";
import { judge } from "./app/domain/linkWatch/judge";
const pieces = (bytes, size) => new ReadableStream({
  pull(controller) {
    if (bytes.byteLength === 0) return controller.close();
    controller.enqueue(bytes.slice(0, size));
    bytes = bytes.slice(size);
  },
});
export default {
  async fetch(request) {
    const { wanted, headers, url, pieceSize, maxBytes } = JSON.parse(decodeURIComponent(request.headers.get("X-Reading")));
    const bytes = new Uint8Array(await request.arrayBuffer());
    const { page, body, charset } = await readPage(
      { url, headers: new Headers(headers), stream: pieces(bytes, pieceSize), signal: new AbortController().signal },
      wanted,
      maxBytes,
    );
    const look = { failure: null, status: 200, finalUrl: url, challenged: false, page };
    return Response.json({ page, charset, read: body.byteLength, verdict: judge(wanted, look) });
  },
};`;

let miniflare: Miniflare;
beforeAll(async () => {
  miniflare = new Miniflare({
    cf: false,
    modules: true,
    script: await bundleWorker(code),
    compatibilityDate: "2026-04-24",
  } as never);
});
afterAll(() => miniflare.dispose());

const LIVE = "https://blog.example.com/guide/";
const TARGET = "https://client.example.org/shoes";
const wanted: WantedLink = { liveUrl: LIVE, targetUrl: TARGET, anchorText: "Running shoes", relWanted: "follow" };

interface Given {
  wanted?: Partial<WantedLink>;
  headers?: Record<string, string>;
  pieceSize?: number;
  maxBytes?: number;
}
interface Read {
  page: PageReading;
  charset: string;
  read: number;
  verdict: string;
}
async function read(html: string | Uint8Array, given: Given = {}): Promise<Read> {
  const reading = {
    url: LIVE,
    headers: { "Content-Type": "text/html", ...given.headers },
    wanted: { ...wanted, ...given.wanted },
    pieceSize: given.pieceSize ?? 65_536,
    maxBytes: given.maxBytes ?? 2 * 1024 * 1024,
  };
  const answer = await miniflare.dispatchFetch("http://reader/", {
    method: "POST",
    body: html as never,
    headers: { "X-Reading": encodeURIComponent(JSON.stringify(reading)) },
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Read;
}
const a = (href: string, rest = "", text = "Running shoes") => `<p>x <a href="${href}" ${rest}>${text}</a> y</p>`;

type Case = [name: string, html: string, verdict: string, given?: Given];
test.each<Case>([
  ["a plain link", a(TARGET), "ok"],
  ["capitals in markup", `<A HREF='${TARGET}'>Running shoes</A>`, "ok"],
  ["an href without quotes", `<a href=${TARGET}>Running shoes</a>`, "ok"],
  ["spaces and line breaks around an href", a(`\n  ${TARGET}\t `), "ok"],
  ["a line break inside an href", a("https://client.example.org/\nshoes"), "ok"],
  ["a host in capitals", a("https://Client.Example.ORG/shoes"), "ok"],
  ["entities in the host", a("https://client&#46;example.org/shoes"), "ok"],
  ["a line break inside the host", a("https://client.exam\nple.org/shoes"), "ok"],
  ["an href without a scheme", a("//client.example.org/shoes"), "ok"],
  ["http instead of https", a("http://client.example.org/shoes"), "ok"],
  ["a final slash, a fragment and tracking", a(`${TARGET}/?utm_source=blog#top`), "ok"],
  [
    "entities in an href",
    a("https&#58;//client.example.org/shoes?a=1&amp;b=2"),
    "ok",
    { wanted: { targetUrl: `${TARGET}?a=1&b=2` } },
  ],
  [
    "an international domain",
    a("https://münchen.example/x"),
    "ok",
    { wanted: { targetUrl: "https://xn--mnchen-3ya.example/x" } },
  ],
  ["a relative href with a base", `<base href="https://client.example.org/a/">${a("../shoes")}`, "ok"],
  [
    "the first of two bases",
    `<base href="https://client.example.org/"><base href="https://b.example/">${a("shoes")}`,
    "ok",
  ],
  [
    "a relative href on the page's own site",
    a("other"),
    "ok",
    { wanted: { targetUrl: "https://blog.example.com/guide/other" } },
  ],
  ["text in nested elements", a(TARGET, "", "<b>Run<i>ning</i></b> <span>shoes</span>"), "ok"],
  ["entities in the text", a(TARGET, "", "Running&nbsp;sh&#111;es"), "ok"],
  ["an image's alternative text", a(TARGET, "", '<img src="x" alt="Running shoes">'), "ok"],
  ["a link that the next one ends", `<a href="https://b.example/">One ${a(TARGET)}`, "ok"],
  [
    "a link whose text the next one ends",
    `<a href="${TARGET}">Running shoes <a href="https://b.example/">One</a>`,
    "ok",
  ],
  ["the better of two links", a(TARGET, 'rel="nofollow"', "x") + a(TARGET), "ok"],
  ["a link without its end tag", `<p><a href="${TARGET}">Running shoes`, "ok"],
  ["a link behind a comment that looks like an end", `<!-- </body></html> -->${a(TARGET)}`, "ok"],
  ["several rel words in capitals", a(TARGET, 'rel="NoOpener NOFOLLOW"'), "nofollow"],
  ["ugc", a(TARGET, 'rel="ugc"'), "nofollow"],
  ["sponsored", a(TARGET, 'rel="sponsored"'), "nofollow"],
  ["nofollow of the page", `<meta name="robots" content="index, nofollow">${a(TARGET)}`, "nofollow"],
  ["another text", a(TARGET, "", "Shoes"), "anchor_changed"],
  ["our text on another address", a("https://rival.example/"), "target_changed"],
  ["a link in a comment", `<!-- ${a(TARGET)} -->`, "missing"],
  ["a link in a template", `<template>${a(TARGET)}</template>`, "missing"],
  ["a link in noscript", `<noscript>${a(TARGET)}</noscript>`, "missing"],
  ["a link in a script", `<script>document.body.append('${a(TARGET)}')</script>`, "missing"],
  ["a link in a text area", `<textarea>${a(TARGET)}</textarea>`, "missing"],
  ["a link in an attribute", `<p title='${a(TARGET).replaceAll("'", "")}'>x</p>`, "missing"],
  ["an address that is only text", `<p>${TARGET}</p>`, "missing"],
  [
    "links that lead nowhere",
    '<a href="mailto:a@b.example">x</a><a href="javascript:0">y</a><a href="https://">z</a><a>w</a>',
    "missing",
  ],
  ["noindex", `<meta name="ROBOTS" content="NOINDEX,follow">${a(TARGET)}`, "noindex"],
  ["none, for one robot", `<meta name="googlebot" content="noindex">${a(TARGET)}`, "noindex"],
  ["noindex for another robot", `<meta name="otherbot" content="noindex">${a(TARGET)}`, "ok"],
  ["noindex in the header", a(TARGET), "noindex", { headers: { "X-Robots-Tag": "noarchive, noindex" } }],
  [
    "noindex in the header for another robot",
    a(TARGET),
    "ok",
    { headers: { "X-Robots-Tag": "otherbot: noarchive, noindex" } },
  ],
  [
    "an end of the listing in the header",
    a(TARGET),
    "ok",
    { headers: { "X-Robots-Tag": "unavailable_after: 25 Jun 2030" } },
  ],
  ["a wall", "<title>Just a moment...</title><p>Checking</p>", "blocked"],
  ["nothing", "", "not_html"],
])("reads %s", async (_, html, verdict, given) => {
  expect((await read(html, given)).verdict).toBe(verdict);
  // However the network cuts it.
  if (html.length < 400) expect((await read(html, { ...given, pieceSize: 1 })).verdict).toBe(verdict);
});

test("reports rel, text and address of the link, title and canonical", async () => {
  const html = `<title>A &amp; B
    guide</title><link rel="alternate canonical" href="/guide">${a("//client.example.org/shoes", 'rel="UGC nofollow"', "Big <b>Shoes</b>")}`;
  const { page } = await read(html, { wanted: { anchorText: "" } });
  expect(page).toMatchObject({ title: "A & B guide", canonical: "https://blog.example.com/guide" });
  expect(page.toTarget).toEqual({
    address: TARGET,
    href: "//client.example.org/shoes",
    rel: "ugc nofollow",
    anchor: "Big Shoes",
  });
});

test.each([
  ["its header", "windows-1252", "", "text/html; charset=Windows-1252"],
  ["its own declaration", "windows-1252", '<meta charset="windows-1252">', "text/html"],
  [
    "its longer declaration",
    "iso-8859-2",
    '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">',
    "text/html",
  ],
])("reads a page in the charset of %s", async (_, charset, start, type) => {
  const bytes = new Uint8Array(Buffer.from(`${start}${a(TARGET, "", "B\xfccher")}`, "latin1"));
  const result = await read(bytes, { headers: { "Content-Type": type }, wanted: { anchorText: "Bücher" } });
  expect(result.charset.toLowerCase()).toBe(charset);
  expect(result.verdict).toBe("ok");
});

test("reads an unknown charset as UTF-8", async () => {
  const given = { headers: { "Content-Type": "text/html; charset=klingon" }, wanted: { anchorText: "Schöne" } };
  expect((await read(a(TARGET, "", "Schöne"), given)).verdict).toBe("ok");
});

test("finds the last of 40,001 links and keeps two at most", async () => {
  const others = Array.from({ length: 40_000 }, (_, at) => `<a href="/page-${at}">Page ${at}</a>`).join("\n");
  const { page, verdict } = await read(`<html><body>${others}${a(TARGET)}</body></html>`);
  expect(verdict).toBe("ok");
  expect(JSON.stringify(page).length).toBeLessThan(1_000);
});

test("stops soon after a link that keeps everything that was agreed", async () => {
  const filler = "<p>words</p>".repeat(100_000);
  const { read: bytes, verdict, page } = await read(a(TARGET) + filler);
  expect({ verdict, truncated: page.truncated }).toEqual({ verdict: "ok", truncated: true });
  expect(bytes).toBeLessThan(200_000);
});

test("calls a page uncertain whose read part has no link", async () => {
  const { read: bytes, verdict } = await read("<p>words</p>".repeat(1_000) + a(TARGET), { maxBytes: 5_000 });
  expect({ bytes, verdict }).toEqual({ bytes: 5_000, verdict: "not_html" });
});

test("keeps no more than 2,000 characters of a title or text", async () => {
  const { page } = await read(`<title>${"t".repeat(50_000)}</title>${a(TARGET, "", "x".repeat(50_000))}`);
  expect(page.title).toHaveLength(2_000);
  expect(page.toTarget!.anchor).toHaveLength(2_000);
});
