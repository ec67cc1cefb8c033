import { Marked } from "marked";
import sanitizeHtml from "sanitize-html";
import { isHtml } from "./isHtml";

declare const safe: unique symbol;
/** HTML that has gone through the allow-list below. Only this module makes it, and RichText shows nothing else. */
export type SafeHtml = string & { readonly [safe]: true };

const escaped = (text: string) => sanitizeHtml(text, { allowedTags: [], disallowedTagsMode: "escape" });

/** Their content is code or belongs to another language; everything else disallowed keeps its words. */
const notWords = ["script", "style", "textarea", "option", "noscript", "template", "svg", "math", "iframe"];
/** Tags that format words or lay them out, as pasted text has them. Any other bare one is what the words are about: '<title> is missing'. */
const formatting = "p br strong em b i ol ul li a u s del ins span font small big mark code sub sup abbr blockquote";
const layout = new Set("div section article center hr table thead tbody tfoot tr th td dl dt dd".split(" "));
const markup = new Set([...formatting.split(" "), ...layout, ...notWords]);
const BARE_TAG = /<\/?([a-z][a-z0-9]*)\s*\/?>/gi;
const asTyped = (text: string) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]!);
/** A block that its first tag opens and closes, or lays out, is markup; words that begin with another tag are words. */
const isMarkup = (block: string) => {
  const [, name] = /^\s*<([a-z][a-z0-9]*)/i.exec(block) ?? [];
  return name === undefined || layout.has(name.toLowerCase()) || new RegExp(`</${name}\\s*>`, "i").test(block);
};

const markdown = new Marked({
  gfm: true,
  breaks: true,
  async: false,
  // Neither has a place below: a table keeps the lines it was typed in, code its own.
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

/** What the editor can make (bold, lists, clean; italic, headings, links): nothing loads, nothing runs. */
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
    // '2. Yes' answers the second question.
    ol: (_name, { start }): sanitizeHtml.Tag => ({
      tagName: "ol",
      attribs: start && /^\d{1,6}$/.test(start) && Number(start) !== 1 ? { start: String(Number(start)) } : {},
    }),
    // One level: above it stand the page's own headings.
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
  // The link goes, its words stay.
  exclusiveFilter: ({ tag, attribs }) => (tag === "a" && !attribs.href ? "excludeTag" : false),
};

const sanitize = (html: string) => sanitizeHtml(html, allowList).trim() as SafeHtml;

/** The only maker of HTML (S15): Markdown, or HTML from the API, to sanitised HTML. Never throws. */
export function renderRichText(source: string): SafeHtml {
  if (isHtml(source)) return sanitize(source);
  try {
    return sanitize(markdown.parse(source) as string);
  } catch {
    // Thousands of nested quotes exhaust the parser's stack; what was typed is then shown as it was typed.
    return sanitize(`<p>${escaped(source)}</p>`);
  }
}

/** What an editor is given of a stored source: Markdown as it was written, HTML from the API only as it may be shown. */
export const editableSource = (source: string): string => (isHtml(source) ? sanitize(source) : source);

/** HTML from the database, sanitised again on its way out (S15): a row written by other means runs nothing either. */
export const sanitizeStored = (html: string): SafeHtml => sanitize(html);

/** Whether a reader would see any words: characters without width are none. */
export const hasText = (html: SafeHtml) => html.replace(/<[^>]*>|&nbsp;|[\s\p{Cc}\p{Cf}]/gu, "") !== "";
