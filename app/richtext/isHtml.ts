/** Markup from end to end is HTML that the API was given (document 1 section 3), not Markdown that holds some, nor an address in it: `<https://…>`. */
export const isHtml = (source: string) =>
  /^\s*<[a-z][a-z0-9]*(\s[^>]*)?\/?>/i.test(source) && /<\/?[a-z][a-z0-9]*(\s[^>]*)?\/?>\s*$/i.test(source);
