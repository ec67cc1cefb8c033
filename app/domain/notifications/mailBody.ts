import { escapeHtml } from "../escapeHtml";
import type { MailBrand } from "../settings/mailBrand";
import type { ShownPicture } from "../settings/shownBrand";

export interface MailContent {
  /** Plain text, one paragraph each, beginning with the greeting. */
  paragraphs: string[];
  /** Under the paragraphs: things of which each has a page of its own. Their URLs follow the rules of `action`. */
  links?: readonly { text: string; link: MailLink }[];
  /** Two columns under the paragraphs, such as items and amounts. */
  rows?: { label: string; value: string }[];
  /** Paragraphs under the rows. */
  after?: string[];
  /**
   * The mail's main button. The URL starts with ctx.siteUrl, and its page needs a second click to act (rules.md
   * accounts/mail-links).
   */
  action?: MailLink;
  /** A small link in the footer for changing which mails to receive. */
  choice?: MailLink;
  brand: MailBrand;
}

interface MailLink {
  label: string;
  url: string;
}

/** The logo, or the name. Clients that drop media queries show the logo for light grounds. */
function header({ name, logo, logoDark }: MailBrand) {
  if (!logo) return escapeHtml(name);
  const image = ({ url, width, height }: ShownPicture, style: string, className: string) =>
    `<img class="${className}" src="${escapeHtml(url)}" alt="${escapeHtml(name)}" width="${width}" height="${height}" style="border:0;${style}">`;
  return logoDark ? image(logo, "", "on-light") + image(logoDark, "display:none", "on-dark") : image(logo, "", "logo");
}

/**
 * Narrow and dark layouts need media queries, which inline styles cannot hold. Mail clients that drop them show the
 * wide, light layout.
 */
const STYLES =
  "@media (max-width:480px){.ground{padding:12px!important}.card{padding:24px 20px!important}}" +
  "@media (prefers-color-scheme:dark){.ground{background:#111113!important;color:#edeef0!important}" +
  ".card{background:#18191b!important;border-color:#363a3f!important}.quiet{color:#b0b4ba!important}}";
const LOGO_STYLES =
  "@media (prefers-color-scheme:dark){.on-light{display:none!important}.on-dark{display:inline!important}" +
  ".logo{padding:4px;background:#ffffff;border-radius:4px}}";

/**
 * Builds the text and HTML body from the same content. Escapes all input; styles are inline, because mail clients
 * require it.
 */
export function mailBody({ paragraphs, links = [], rows = [], after = [], action, choice, brand }: MailContent): {
  text: string;
  html: string;
} {
  const inText = ({ label, url }: MailLink) => `${label}: ${url}`;
  const text = [
    ...paragraphs,
    ...links.map(({ text: about, link }) => `${about}\n${inText(link)}`),
    ...(rows.length > 0 ? [rows.map(({ label, value }) => `${label}: ${value}`).join("\n")] : []),
    ...after,
    ...(action ? [inText(action)] : []),
    brand.name,
    ...(choice ? [inText(choice)] : []),
  ].join("\n\n");
  const line = (content: string) => `<p style="margin:0 0 16px">${escapeHtml(content).replaceAll("\n", "<br>")}</p>`;
  const quiet = (html: string) => `<p class="quiet" style="margin:0 0 16px;font-size:13px;color:#60646c">${html}</p>`;
  const row = ({ label, value }: { label: string; value: string }) =>
    `<tr><td style="padding:4px 16px 4px 0">${escapeHtml(label)}</td><td style="padding:4px 0;text-align:right;white-space:nowrap">${escapeHtml(value)}</td></tr>`;
  const table =
    rows.length > 0
      ? `<table role="presentation" style="width:100%;margin:0 0 16px;border-collapse:collapse">${rows.map(row).join("")}</table>`
      : "";
  const linkRow = ({ text: about, link }: { text: string; link: MailLink }) =>
    `<tr><td style="padding:6px 16px 6px 0">${escapeHtml(about)}</td><td style="padding:6px 0;text-align:right;vertical-align:top;white-space:nowrap"><a href="${escapeHtml(link.url)}" style="color:inherit;font-weight:600">${escapeHtml(link.label)}</a></td></tr>`;
  const list =
    links.length > 0
      ? `<table role="presentation" style="width:100%;margin:0 0 16px;border-collapse:collapse">${links.map(linkRow).join("")}</table>`
      : "";
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${brand.button.ground};color:${brand.button.ink};font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>` +
      quiet(`Or open this address: ${escapeHtml(action.url)}`)
    : "";
  const foot = choice
    ? quiet(`<a href="${escapeHtml(choice.url)}" style="color:inherit">${escapeHtml(choice.label)}</a>`)
    : "";
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<meta name="color-scheme" content="light dark"><style>${STYLES}${brand.logo ? LOGO_STYLES : ""}</style></head>` +
    '<body class="ground" style="margin:0;padding:24px;background:#f9f9fb;font-family:Inter,Arial,sans-serif;font-size:15px;line-height:1.5;color:#1c2024">' +
    '<div class="card" style="max-width:560px;margin:0 auto;padding:32px;overflow-wrap:anywhere;background:#ffffff;border:1px solid #d9d9e0;border-radius:8px">' +
    `<p style="margin:0 0 24px;font-weight:600">${header(brand)}</p>` +
    paragraphs.map(line).join("") +
    list +
    table +
    after.map(line).join("") +
    button +
    foot +
    "</div></body></html>";
  return { text, html };
}
