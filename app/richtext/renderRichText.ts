import MarkdownIt, { type RendererRule } from "markdown-it";
import sanitizeHtml from "sanitize-html";
import { isHtml } from "./isHtml";

declare const safe: unique symbol;
/** HTML that passed the allow-list below. Only this module creates it, and RichText renders nothing else. */
export type SafeHtml = string & { readonly [safe]: true };

const escaped = (text: string) => sanitizeHtml(text, { allowedTags: [], disallowedTagsMode: "escape" });

/** Their content is code or not prose, so it is dropped. Other disallowed tags keep their text. */
const nonTextTags = ["script", "style", "textarea", "option", "noscript", "template", "svg", "math", "iframe"];
/** Formatting and layout tags, as in pasted text. Any other bare tag is literal text: '<title> is missing'. */
const formatting = "p br strong em b i ol ul li a u s del ins span font small big mark code sub sup abbr blockquote";
const layout = new Set("div section article center hr table thead tbody tfoot tr th td dl dt dd".split(" "));
const markup = new Set([...formatting.split(" "), ...layout, ...nonTextTags]);
const BARE_TAG = /<\/?([a-z][a-z0-9]*)\s*\/?>/gi;
const asTyped = (text: string) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]!);
/** A block is markup when its first tag is closed or a layout tag. Otherwise it is text that starts with a tag. */
const isMarkup = (block: string) => {
  const [, name] = /^\s*<([a-z][a-z0-9]*)/i.exec(block) ?? [];
  return name === undefined || layout.has(name.toLowerCase()) || new RegExp(`</${name}\\s*>`, "i").test(block);
};

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
markdown.normalizeLinkText = (text) => text;
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
const typedTags = (text: string) =>
  text.replace(BARE_TAG, (tag, name: string) => (markup.has(name.toLowerCase()) ? tag : asTyped(tag)));

Object.assign(markdown.renderer.rules, {
  softbreak: () => "<br>",
  hardbreak: () => "<br>",
  // The allow-list has no code: it becomes a paragraph.
  fence: code,
  code_block: code,
  html_inline: (tokens, index) => typedTags(tokens[index]!.content),
  html_block: (tokens, index) => {
    const text = tokens[index]!.content;
    return isMarkup(text) ? text.trimEnd() : `<p>${typedTags(text).trim().replace(/\n/g, "<br>")}</p>\n`;
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

const sanitize = (html: string) => sanitizeHtml(html, allowList).trim() as SafeHtml;

/**
 * Converts Markdown, or HTML from the API, to sanitised HTML. The only function that creates HTML (S15). Never
 * throws.
 */
export function renderRichText(source: string): SafeHtml {
  if (isHtml(source)) return sanitize(source);
  try {
    return sanitize(markdown.render(source));
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
