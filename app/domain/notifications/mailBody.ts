export interface MailContent {
  /** First line, e.g. 'Hello Ada,'. */
  greeting: string;
  /** Plain text, one paragraph each. */
  paragraphs: string[];
  /** The one button. Its address starts at ctx.siteUrl and opens a page whose own button posts (decision R18). */
  action?: { label: string; url: string };
  brand: { name: string };
}

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** One content, both bodies of a mail. Everything given is text and is escaped; styles are inline, as mail readers need it. */
export function mailBody({ greeting, paragraphs, action, brand }: MailContent): { text: string; html: string } {
  const text = [greeting, ...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), brand.name].join(
    "\n\n",
  );
  const line = (content: string) => `<p style="margin:0 0 16px">${escapeHtml(content)}</p>`;
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#3e63dd;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>` +
      `<p style="margin:0 0 16px;font-size:13px;color:#60646c">Or open this address: <span style="word-break:break-all">${escapeHtml(action.url)}</span></p>`
    : "";
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    '</head><body style="margin:0;padding:24px;background:#f9f9fb;font-family:Inter,Arial,sans-serif;font-size:15px;line-height:1.5;color:#1c2024">' +
    '<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #d9d9e0;border-radius:8px">' +
    `<p style="margin:0 0 24px;font-weight:600">${escapeHtml(brand.name)}</p>` +
    [greeting, ...paragraphs].map(line).join("") +
    button +
    "</div></body></html>";
  return { text, html };
}
