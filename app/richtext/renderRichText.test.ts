import { expect, test } from "vitest";
import { richTextPayloads as corpus, foreignMarkup } from "../../tests/support/richTextPayloads";
import { editableSource, hasText, renderRichText, sanitizeStored } from "./renderRichText";

test.each([
  ["**bold** and *slanted*", "<p><strong>bold</strong> and <em>slanted</em></p>"],
  ["one\ntwo", "<p>one<br />two</p>"],
  ["1. first\n2. second", "<ol>\n<li>first</li>\n<li>second</li>\n</ol>"],
  ["2. yes\n3. no", '<ol start="2">\n<li>yes</li>\n<li>no</li>\n</ol>'],
  ["The <title> and <h1> of /a are wrong", "<p>The &lt;title&gt; and &lt;h1&gt; of /a are wrong</p>"],
  ["Use <title>New</title>, *not* Old", "<p>Use &lt;title&gt;New&lt;/title&gt;, <em>not</em> Old</p>"],
  ["<title> is missing\non <b>/a</b> & more", "<p>&lt;title&gt; is missing<br />on <strong>/a</strong> &amp; more</p>"],
  ["Hello\n\n<div>\n<b>pasted</b>\n\nwords", "<p>Hello</p><strong>pasted</strong><p>words</p>"],
  ["<h2>Heading</h2>\nand *words*", "<h3>Heading</h3>\nand *words*"],
  [
    "```\n<title>x</title> <script>y()</script>\n```",
    "<p>&lt;title&gt;x&lt;/title&gt; &lt;script&gt;y()&lt;/script&gt;</p>",
  ],
  ["- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"],
  ["# Heading", "<h3>Heading</h3>"],
  ["###### Heading", "<h3>Heading</h3>"],
  [
    "[site](https://example.com/?a=1&b=2)",
    '<p><a href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer nofollow">site</a></p>',
  ],
  [
    "<https://example.com/page>",
    '<p><a href="https://example.com/page" rel="noopener noreferrer nofollow">https://example.com/page</a></p>',
  ],
  ["[here](/orders)", "<p>here</p>"],
  ["[mail](mailto:a@example.com)", "<p>mail</p>"],
  [
    "Write to a@example.com or see <https://example.com> for **more**",
    '<p>Write to a@example.com or see <a href="https://example.com" rel="noopener noreferrer nofollow">https://example.com</a> for <strong>more</strong></p>',
  ],
  [
    "See www.example.com/a_b, not example.com",
    '<p>See <a href="http://www.example.com/a_b" rel="noopener noreferrer nofollow">www.example.com/a_b</a>, not example.com</p>',
  ],
  ["- [x] done", "<ul>\n<li>[x] done</li>\n</ul>"],
  ["| a | b |\n|---|---|\n| 1 | 2 |", "<p>| a | b |<br />|---|---|<br />| 1 | 2 |</p>"],
  ["```\n<p> *x*\ntwo\n```", "<p>&lt;p&gt; *x*<br />two</p>"],
  ["one\n\n    two\n    three", "<p>one</p>\n<p>two<br />three</p>"],
  ["10 * 20 * 30 in my_file_name", "<p>10 * 20 * 30 in my_file_name</p>"],
  ["5 < 6 & 7 > 2", "<p>5 &lt; 6 &amp; 7 &gt; 2</p>"],
  ["", ""],
  ['Please add to the head: <script async src="https://a.example/x?a=1&copy=2"></script>', null],
  ['<script async src="https://a.example/x"></script>', null],
  ['Add <meta name="robots" content="noindex"> there', null],
  ["Dear <client name>, hello", null],
  ["<client name>", null],
  ["<meta charset=utf-8>", null],
  ["Use <img src=x onerror=alert(1)> here", null],
  ["Use <iframe src=https://a.example></iframe> here", null],
  ["the tag <!-- more --> stays", null],
  ["<!doctype html>", null],
  ["say <?php echo 1 ?> there", null],
  ["a <custom-tag data-x='1'> b", null],
] as [string, string | null][])("renders %j as %j", (source, html) => {
  const typed = source.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  expect(renderRichText(source)).toBe(html ?? `<p>${typed}</p>`);
});

const addresses = [
  "https://example.com/?utm_source=a&utm_medium=b",
  "https://example.com/a_b_c*d",
  "https://example.com/?q[]=1&q[]=2",
  "https://example.com/~me/#top",
  "http://example.com/__init__/x",
  "https://example.com/a(b)c",
  "https://example.com/?a=%5C1",
  "www.example.com/?a=1&b_c=2",
  "https://example.com/a!b$c'd;e:f@g,h",
  "https://example.com/?a=1&amp=2&copy=3",
];
const escapedForms = [
  (text: string) => text,
  (text: string) => text.replace(/[&_*[\]~<]/g, "\\$&"),
  (text: string) => text.replace(/[&_*]/g, "\\$&"),
];
test.each(addresses)("finds the address as typed: %s", (address) => {
  const html = address.replaceAll("&", "&amp;");
  const href = address.startsWith("www.") ? `http://${html}` : html;
  const expected = `<p>See <a href="${href.replaceAll("[", "%5B").replaceAll("]", "%5D")}" rel="noopener noreferrer nofollow">${html}</a> now</p>`;
  expect(escapedForms.map((form) => renderRichText(`See ${form(address)} now`))).toEqual(
    escapedForms.map(() => expected),
  );
});

test("an address ends before the blank that the editor writes as an entity", () => {
  expect(renderRichText("https://example.com/?a=1&#x20;")).toBe(
    '<p><a href="https://example.com/?a=1" rel="noopener noreferrer nofollow">https://example.com/?a=1</a></p>',
  );
});

test.each([
  ["<div>Line one</div><div>Line two</div>", "Line one<br />Line two"],
  ["<div>one<div>two</div>three</div>", "one<br />two<br />three"],
  ["<div>one</div>\n<div><br></div>\n<div>three</div>", "one<br /><br />three"],
  ["<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>", "1 2<br />3 4"],
  ["<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>", "a<br />b"],
  ["<pre>one\n  two\r\n\tthree</pre>", "one<br />\u00a0 two<br />\u00a0 three"],
  ["<blockquote>1</blockquote><blockquote>2</blockquote>", "<blockquote>1</blockquote><blockquote>2</blockquote>"],
  ["<p>a</p><div>b</div><p>c</p>", "<p>a</p>b<p>c</p>"],
  ["<div><p>a</p><p>b</p></div>", "<p>a</p><p>b</p>"],
  ["<ul><li><div>a</div></li><li><div>b</div></li></ul>", "<ul><li>a</li><li>b</li></ul>"],
  ["<dl><dt>term</dt><dd>meaning</dd></dl>", "term<br />meaning"],
  ["<section>one<hr>two</section>", "one<br />two"],
  ["<header>one</header><main>two</main>", "one<br />two"],
  ["<div>one</div><p>two</p><style>p{}</style><div>three</div>", "one<p>two</p>three"],
])("leaves the lines and cells that were seen: %s", (source, html) => {
  expect(renderRichText(source)).toBe(html);
  expect(sanitizeStored(html)).toBe(html);
});

test("treats HTML from the API as HTML, even when indented", () => {
  expect(renderRichText('    <p class="x">Hello <b>you</b></p>\n    <ul><li>one</li></ul>')).toBe(
    "<p>Hello <strong>you</strong></p>\n    <ul><li>one</li></ul>",
  );
});

test("gives an editor Markdown as written and HTML sanitised", () => {
  expect(editableSource("**a** <b>b</b> <script>x()</script>c")).toBe("**a** <b>b</b> <script>x()</script>c");
  expect(editableSource('<p onclick="x()">a<img src=x onerror=x()></p>')).toBe("<p>a</p>");
});

test("detects text without visible words", () => {
  const silent = ["", "   ", "<p>&nbsp;</p>", "\u200b\u2060\ufeff", "<p>\u0000\u00ad</p>"];
  expect(silent.filter((source) => hasText(renderRichText(source)))).toEqual([]);
  expect(hasText(renderRichText("**a**"))).toBe(true);
});

test.each([">".repeat(20_000), "[".repeat(20_000), "*".repeat(20_000), "<p>".repeat(6_000), "- ".repeat(10_000)])(
  "survives 20,000 characters of nesting (%#)",
  (source) => {
    const html = renderRichText(source);
    expect(sanitizeStored(html)).toBe(html);
  },
);

test("keeps the text of a list that is nested very deeply", () => {
  const lines = Array.from({ length: 60 }, (_, depth) => `${"  ".repeat(depth)}- level${depth}`);
  const html = renderRichText(lines.join("\n"));
  expect(lines.filter((_, depth) => !html.includes(`level${depth}`))).toEqual([]);
});

test("has at least 50 payloads in the corpus", () => {
  expect(new Set(corpus).size).toBeGreaterThanOrEqual(50);
});

test.each(corpus.flatMap((payload) => [payload, `Some *text* ${payload} and more`]))("makes %j inert", (payload) => {
  const html = renderRichText(payload);
  expect(foreignMarkup(html)).toEqual([]);
  expect(sanitizeStored(html)).toBe(html);
  expect(sanitizeStored(payload)).not.toMatch(/<(?!\/?(p|br|strong|em|ol|ul|li|a|h3|blockquote)\b)/i);
});
