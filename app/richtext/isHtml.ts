/**
 * True for markup from end to end, which the API sent as HTML. False for Markdown that contains markup and for
 * addresses like `<https://…>`.
 */
export const isHtml = (source: string) =>
  /^\s*<[a-z][a-z0-9]*(\s[^>]*)?\/?>/i.test(source) && /<\/?[a-z][a-z0-9]*(\s[^>]*)?\/?>\s*$/i.test(source);
