/**
 * True for markup from end to end, which the API sent as HTML. False for Markdown that contains markup and for
 * addresses like `<https://…>`. The last tag is looked for after the sign that ends the tag before it, because a
 * pattern over the whole text would start again at each `<`.
 */
export function isHtml(source: string): boolean {
  const text = source.trim();
  if (!text.endsWith(">") || !/^<[a-z][a-z0-9]*(\s[^>]*)?\/?>/i.test(text)) return false;
  const end = text.slice(text.lastIndexOf(">", text.length - 2) + 1);
  return /<\/?[a-z][a-z0-9]*(\s|\/?>$)/i.test(end);
}
