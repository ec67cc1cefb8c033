/**
 * Markup from end to end is HTML that the API was given, not Markdown that holds some, nor an address in it:
 * `<https://…>`.
 */
export const isHtml = (source: string) =>
  /^\s*<[a-z][a-z0-9]*(\s[^>]*)?\/?>/i.test(source) && /<\/?[a-z][a-z0-9]*(\s[^>]*)?\/?>\s*$/i.test(source);
