import { Marked } from "marked";
import sanitizeHtml from "sanitize-html";
import { isHtml } from "./isHtml";

declare const safe: unique symbol;
/** HTML that passed the allow-list below. Only this module creates it, and RichText renders nothing else. */
export type SafeHtml = string & { readonly [safe]: true };

const escaped = (text: string) => sanitizeHtml(text, { allowedTags: [], disallowedTagsMode: "escape" });

/** Their content is code or not prose, so it is dropped. Other disallowed tags keep their text. */
const notWords = ["script", "style", "textarea", "option", "noscript", "template", "svg", "math", "iframe"];
/** Formatting and layout tags, as in pasted text. Any other bare tag is literal text: '<title> is missing'. */
const formatting = "p br strong em b i ol ul li a u s del ins span font small big mark code sub sup abbr blockquote";
const layout = new Set("div section article center hr table thead tbody tfoot tr th td dl dt dd".split(" "));
const markup = new Set([...formatting.split(" "), ...layout, ...notWords]);
const BARE_TAG = /<\/?([a-z][a-z0-9]*)\s*\/?>/gi;
const asTyped = (text: string) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]!);
/** A block is markup when its first tag is closed or a layout tag. Otherwise it is text that starts with a tag. */
const isMarkup = (block: string) => {
  const [, name] = /^\s*<([a-z][a-z0-9]*)/i.exec(block) ?? [];
  return name === undefined || layout.has(name.toLowerCase()) || new RegExp(`</${name}\\s*>`, "i").test(block);
};

const markdown = new Marked({
  gfm: true,
  breaks: true,
  async: false,
  // The allow-list has neither tables nor code: a table keeps its typed lines, code becomes a paragraph.
  tokenizer: { table: () => undefined },
  renderer: {
    code: ({ text }) => `<p>${escaped(text).replace(/\n/g, "<br>")}</p>\n`,
    html: ({ text, block }) => {
      if (block && isMarkup(text)) return text;
      const words = text.replace(BARE_TAG, (tag, name: string) =>
        markup.has(name.toLowerCase()) ? tag : asTyped(tag),
      );
      return block ? `<p>${words.trim().replace(/\n/g, "<br>")}</p>\n` : words;
    },
  },
});

/** The output of the editor (bold, lists, clean; italic, headings, links). Nothing loads and nothing runs. */
const allowList: sanitizeHtml.IOptions = {
  allowedTags: ["p", "br", "strong", "em", "ol", "ul", "li", "a", "h3"],
  allowedAttributes: { a: ["href", "rel"], ol: ["start"] },
  allowedSchemes: ["http", "https"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nonTextTags: notWords,
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
    return sanitize(markdown.parse(source) as string);
  } catch {
    // Thousands of nested quotes overflow the parser's stack. The source is then shown as plain text.
    return sanitize(`<p>${escaped(source)}</p>`);
  }
}

/** The source for an editor: Markdown as written, HTML from the API sanitised. */
export const editableSource = (source: string): string => (isHtml(source) ? sanitize(source) : source);

/** Sanitises stored HTML again before output (S15), in case a row was written by other means. */
export const sanitizeStored = (html: string): SafeHtml => sanitize(html);

/** True when the HTML has visible text. Zero-width characters do not count. */
export const hasText = (html: SafeHtml) => html.replace(/<[^>]*>|&nbsp;|[\s\p{Cc}\p{Cf}]/gu, "") !== "";
