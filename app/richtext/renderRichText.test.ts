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
  ["Hello\n\n<div>\n<b>pasted</b>\n\nwords", "<p>Hello</p>\n\n<strong>pasted</strong><p>words</p>"],
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
  ["5 < 6 & 7 > 2", "<p>5 &lt; 6 &amp; 7 &gt; 2</p>"],
  ["", ""],
])("renders %j as %j", (source, html) => {
  expect(renderRichText(source)).toBe(html);
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
  const silent = ["", "   ", "<p>&nbsp;</p>", "<script>x()</script>", "\u200b\u2060\ufeff", "<p>\u0000\u00ad</p>"];
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
