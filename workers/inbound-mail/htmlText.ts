import { type FormatCallback, htmlToText } from "html-to-text";
import { QUOTE_INTRODUCTION, QUOTED_FROM_HERE, withoutMarks } from "~/domain/inboundMail/replyText";

/** What mail programs put around the email that is answered: all that follows is quoted. */
const QUOTED_EMAILS = [
  "#divRplyFwdMsg",
  "#appendonsend",
  "#OLK_SRC_BODY_SECTION",
  "#mail-editor-reference-message-container",
  "div.yahoo_quoted",
  "div.protonmail_quote",
  "div.zmail_extra",
  'div[style*="border-top:solid #E1E1E1"]',
  'div[style*="border-top:solid #B5C4DF"]',
  'div[style*="border-top: solid #E1E1E1"]',
];
/** 'On Monday, Portal wrote:' */
const INTRODUCTIONS = ["div.gmail_attr", "div.moz-cite-prefix", "div.gmail_quote_attribution"];
const SIGNATURES = [
  "div.gmail_signature",
  "span.gmail_signature_prefix",
  "div.moz-signature",
  "pre.moz-signature",
  "#Signature",
  "#ms-outlook-mobile-signature",
  "#ymail_ios_signature",
  "div.protonmail_signature_block",
  "div.Signature",
  "#AppleMailSignature",
];

const block =
  (mark: string): FormatCallback =>
  (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 2 });
    builder.addInline(mark);
    walk(element.children, builder);
    builder.closeBlock({ trailingLineBreaks: 1 });
  };

/** A link to anything else shows its text alone. */
const webAddress = (href: string) => (/^(https?:|[^\s:/]+@)/i.test(href) ? href : "");

/** Elements in each other; deeper ones are left out. Mail programs nest an email for each answer. */
const MAX_DEPTH = 200;
const MAX_CHILDREN = 20_000;
const MAX_CHARACTERS = 4_000_000;

/** An HTML email as text for `replyText`: lists and links readable, quotations with '>'. Nothing is loaded or run. */
export const htmlText = (html: string): string =>
  htmlToText(withoutMarks(html), {
    wordwrap: false,
    limits: { maxDepth: MAX_DEPTH, maxChildNodes: MAX_CHILDREN, maxInputLength: MAX_CHARACTERS, ellipsis: "" },
    formatters: { quotedFromHere: block(`${QUOTED_FROM_HERE}\n`), introduction: block(QUOTE_INTRODUCTION) },
    selectors: [
      {
        selector: "a",
        format: "anchor",
        options: { hideLinkHrefIfSameAsText: true, linkBrackets: ["(", ")"], pathRewrite: webAddress },
      },
      { selector: "img", format: "skip" },
      { selector: "style", format: "skip" },
      { selector: "head", format: "skip" },
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({
        selector,
        format: "heading",
        options: { uppercase: false },
      })),
      // Word writes each line as a paragraph.
      ...["p.MsoNormal", "p.MsoPlainText"].map((selector) => ({
        selector,
        format: "paragraph",
        options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
      })),
      ...SIGNATURES.map((selector) => ({ selector, format: "skip" })),
      ...INTRODUCTIONS.map((selector) => ({ selector, format: "introduction" })),
      ...QUOTED_EMAILS.map((selector) => ({ selector, format: "quotedFromHere" })),
    ],
  });
