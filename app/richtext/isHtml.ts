/** Blocks that end a line. The allow-list has none of them. */
export const lineTags = new Set(
  "div section article center hr table thead tbody tfoot tr dl dt dd pre address header footer main aside nav figure figcaption caption fieldset form details summary".split(
    " ",
  ),
);
const formatting = new Set(
  "p br strong em b i ol ul li a u s del ins span font small big mark code sub sup abbr blockquote h1 h2 h3 h4 h5 h6 th td".split(
    " ",
  ),
);

export const isLayout = (name: string) => lineTags.has(name.toLowerCase()) || /^t[dh]$/i.test(name);
/** Tags of formatting and layout, as in pasted text. */
export const isMarkupTag = (name: string) => lineTags.has(name.toLowerCase()) || formatting.has(name.toLowerCase());

/**
 * True for markup from end to end, which the API sent as HTML. False for Markdown that contains markup, for addresses
 * like `<https://…>`, and for code such as `<script …></script>` alone. The last tag is looked for after the sign that
 * ends the tag before it, because a pattern over the whole text would start again at each `<`.
 */
export function isHtml(source: string): boolean {
  const text = source.trim();
  if (!text.endsWith(">") || !/^<[a-z][a-z0-9]*(\s[^>]*)?\/?>/i.test(text)) return false;
  const end = text.slice(text.lastIndexOf(">", text.length - 2) + 1);
  if (!/<\/?[a-z][a-z0-9]*(\s|\/?>$)/i.test(end)) return false;
  return [...text.matchAll(/<([a-z][\w:-]*)/gi)].some(([, name = ""]) => isMarkupTag(name));
}
