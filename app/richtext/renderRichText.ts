import MarkdownIt, { type RendererRule } from "markdown-it";
import sanitizeHtml from "sanitize-html";
import { isHtml, isLayout, isMarkupTag, lineTags } from "./isHtml";

declare const safe: unique symbol;
/** HTML that passed the allow-list below. Only this module creates it, and RichText renders nothing else. */
export type SafeHtml = string & { readonly [safe]: true };

const escaped = (text: string) => sanitizeHtml(text, { allowedTags: [], disallowedTagsMode: "escape" });

/** In HTML their content is code or not prose, so it is dropped. Other disallowed tags keep their text. */
const nonTextTags = ["script", "style", "textarea", "option", "noscript", "template", "svg", "math", "iframe"];
const asTyped = (text: string) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]!);
/** A block is markup when its first tag is closed or a layout tag. Otherwise it is text that starts with a tag. */
const isMarkup = (block: string) => {
  const [, name] = /^\s*<\/?([a-z][\w:-]*)/i.exec(block) ?? [];
  if (name === undefined || !isMarkupTag(name)) return false;
  return isLayout(name) || new RegExp(`</${name}\\s*>`, "i").test(block);
};
/** A comment, a declaration or a script, in which even a known tag is code. */
const isCode = (block: string) => /^\s*<(?:[!?]|script|style|textarea)/i.test(block);
/** A tag, or the sign that could begin one. Each runs to the next sign only, so the cost is linear. */
const TAG = /<(?:\/?([a-z][\w:-]*)[^<>]*>)?/gi;
/** Any other tag is literal text: '<title> is missing', '<script async src="…">', '<client name>'. */
const typedTags = (text: string, isKept: (name: string) => boolean) =>
  text.replace(TAG, (tag, name: string | undefined) => (name && isKept(name) ? tag : asTyped(tag)));
/** Within a line a heading is a word about one: 'The <h1> is wrong'. */
const isInlineTag = (name: string) => isMarkupTag(name) && !/^h[1-6]$/i.test(name);

/** Characters. */
const MAX_ADDRESS = 2000;
/** Levels of quotes and lists; a list in a list counts twice. */
const MAX_NESTING = 40;

/** Its cost is linear in hostile text too (rules.md costs/markdown). The allow-list below judges the links. */
const markdown = new MarkdownIt({ html: true, breaks: true, linkify: true, maxNesting: MAX_NESTING });
// The parser would drop the text of deeper levels without a sign.
markdown.block.ruler.before("code", "depth", ({ level }) => {
  if (level >= MAX_NESTING - 2) throw new RangeError("Nested too deeply");
  return false;
});
// The allow-list has no tables: one keeps its typed lines.
markdown.disable("table");
markdown.validateLink = () => true;
// An editor escapes signs of a typed address, which the link finder takes for a part of it.
const unescaped = (text: string) => text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
const { normalizeLink } = markdown;
markdown.normalizeLink = (address) => normalizeLink(unescaped(address));
markdown.normalizeLinkText = unescaped;
// The text is joined across escapes before addresses without a scheme are found.
const joinText = markdown.core.ruler.getRules("").at(-1)!;
markdown.core.ruler.before("linkify", "join_escapes", joinText);
markdown.linkify
  .set({ fuzzyEmail: false })
  .add("//", null)
  .add("ftp:", null)
  .add("mailto:", null)
  .add("www.", {
    validate: (text, start, linkify) => {
      if (text[start - "www.".length - 1] === ".") return 0;
      const address = `http://www.${text.slice(start, start + MAX_ADDRESS)}`;
      return Math.max(0, linkify.testSchemaAt(address, "http:", "http:".length) - "//www.".length);
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });

const code = (tokens: { content: string }[], index: number) =>
  `<p>${escaped(tokens[index]!.content.replace(/\n$/, "")).replace(/\n/g, "<br>")}</p>\n`;

Object.assign(markdown.renderer.rules, {
  softbreak: () => "<br>",
  hardbreak: () => "<br>",
  // The allow-list has no code: it becomes a paragraph.
  fence: code,
  code_block: code,
  html_inline: (tokens, index) => typedTags(tokens[index]!.content, isInlineTag),
  html_block: (tokens, index) => {
    const text = tokens[index]!.content;
    if (isMarkup(text)) return typedTags(text, isMarkupTag).trimEnd();
    const typed = isCode(text) ? asTyped(text) : typedTags(text, isInlineTag);
    return `<p>${typed.trim().replace(/\n/g, "<br>")}</p>\n`;
  },
} satisfies Record<string, RendererRule>);

/** The output of the editor (bold, lists, clean; italic, headings, links). Nothing loads and nothing runs. */
const allowList: sanitizeHtml.IOptions = {
  allowedTags: ["p", "br", "strong", "em", "ol", "ul", "li", "a", "h3", "blockquote"],
  allowedAttributes: { a: ["href", "rel"], ol: ["start"] },
  allowedSchemes: ["http", "https"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nonTextTags,
  nestingLimit: 30,
  parseStyleAttributes: false,
  transformTags: {
    b: "strong",
    i: "em",
    // Keeps numbers like '2. Yes', which may answer the second question.
    ol: (_name, { start }): sanitizeHtml.Tag => ({
      tagName: "ol",
      attribs: start && /^\d{1,6}$/.test(start) && Number(start) !== 1 ? { start: String(Number(start)) } : {},
    }),
    // One level only, below the page's own headings.
    h1: "h3",
    h2: "h3",
    h4: "h3",
    h5: "h3",
    h6: "h3",
    a: (_name, { href }): sanitizeHtml.Tag =>
      href && /^https?:\/\/[^\s/]/i.test(href)
        ? { tagName: "a", attribs: { href, rel: "noopener noreferrer nofollow" } }
        : { tagName: "a", attribs: {} },
  },
  // Drops a link without an address but keeps its text.
  exclusiveFilter: ({ tag, attribs }) => (tag === "a" && !attribs.href ? "excludeTag" : false),
};

/** Marks the end of a line that a dropped tag made. */
const BREAK = "\ue000";
const LINE_TAG = new RegExp(`</?(?:${[...lineTags].join("|")})(?![\\w:-])[^<>]*>`, "gi");
const CELL_END = /<\/t[dh]\s*>/gi;
const BLOCK = "</?(?:p|ul|ol|li|h3|blockquote)\\b[^>]*>";
const BREAK_AT_BLOCK = new RegExp(`(?<=^|${BLOCK})${BREAK}|${BREAK}(?=$|${BLOCK})`, "g");

/** Blocks and cells that the allow-list has not leave line breaks and blanks where they were seen. */
function withSeenBreaks(html: string) {
  const lined = html
    .replaceAll(BREAK, "")
    .split(/(<\/?pre(?![\w:-])[^<>]*>)/i)
    .map((part, index, parts) => (/^<pre/i.test(parts[index - 1] ?? "") ? asSeen(part) : part))
    .join("");
  return lined.replace(CELL_END, " ").replace(LINE_TAG, BREAK);
}
const asSeen = (text: string) =>
  text
    .replace(/\r\n?|\n/g, "<br>")
    .replace(/\t/g, "  ")
    .replace(/ {2}/g, "\u00a0 ");

function sanitize(html: string) {
  const clean = sanitizeHtml(withSeenBreaks(html), allowList);
  if (!clean.includes(BREAK)) return clean.trim() as SafeHtml;
  return clean
    .replace(new RegExp(`\\s*${BREAK}[\\s${BREAK}]*`, "g"), BREAK)
    .replace(BREAK_AT_BLOCK, "")
    .replaceAll(`<br />${BREAK}`, "<br />")
    .replaceAll(BREAK, "<br />")
    .trim() as SafeHtml;
}

/**
 * Converts Markdown, or HTML from the API, to sanitised HTML. The only function that creates HTML (S15). Never
 * throws.
 */
export function renderRichText(source: string): SafeHtml {
  if (isHtml(source)) return sanitize(source);
  try {
    // The editor writes a blank at the end of a line so, and the link finder would take it for a part of an address.
    return sanitize(markdown.render(source.replaceAll("&#x20;", " ")));
  } catch {
    // Nested too deeply: the source is shown as plain text.
    return sanitize(`<p>${escaped(source)}</p>`);
  }
}

/** Source texts with their HTML, for fields that show stored text formatted. */
export type FormattedTexts = Record<string, SafeHtml>;
export const formattedTexts = (sources: readonly string[]): FormattedTexts =>
  Object.fromEntries(sources.filter(Boolean).map((source) => [source, renderRichText(source)]));

/** The source for an editor: Markdown as written, HTML from the API sanitised. */
export const editableSource = (source: string): string => (isHtml(source) ? sanitize(source) : source);

/** Sanitises stored HTML again before output (S15), in case a row was written by other means. */
export const sanitizeStored = (html: string): SafeHtml => sanitize(html);

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** The words alone, on one line. */
export const plainText = (html: SafeHtml) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name]!)
    .replace(/\s+/g, " ")
    .trim();

/** True when the HTML has visible text. Zero-width characters do not count. */
export const hasText = (html: SafeHtml) => html.replace(/<[^>]*>|&nbsp;|[\s\p{Cc}\p{Cf}]/gu, "") !== "";
