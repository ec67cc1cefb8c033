/** The subject and the text of a mail. Paragraphs are separated by empty lines, and `{{name}}` is a variable. */
export interface MailText {
  subject: string;
  body: string;
}

/** Plain text, or the variable of that name. */
type Part = string | { variable: string };

/** Bounds a mail's size together with the lengths of text and values. */
export const MAX_VARIABLES = 50;
const MAX_VALUE = 2_000;

/**
 * Splits a template into text and variables. It has no loops and no conditions, so its output is bounded. Returns the
 * problem with its place for an unclosed `{{`, a lonely `}}`, an unknown variable, and too many of them.
 */
export function parseTemplate(text: string, variables: readonly string[]): { parts: Part[] } | { problem: string } {
  const parts: Part[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("{{", at);
    const plain = text.slice(at, open < 0 ? undefined : open);
    const lonely = plain.indexOf("}}");
    if (lonely >= 0) return { problem: `Line ${lineOf(text, at + lonely)}: }} closes no variable` };
    if (plain) parts.push(plain);
    if (open < 0) break;
    const close = text.indexOf("}}", open);
    const inner = text.slice(open + 2, close < 0 ? undefined : close);
    if (close < 0 || inner.includes("{{") || inner.includes("\n"))
      return { problem: `Line ${lineOf(text, open)}: this {{ is not closed with }}` };
    const variable = inner.trim();
    if (!variables.includes(variable))
      return { problem: `Line ${lineOf(text, open)}: there is no variable {{${variable.slice(0, 40)}}}` };
    parts.push({ variable });
    at = close + 2;
  }
  if (parts.filter((part) => typeof part !== "string").length > MAX_VARIABLES)
    return { problem: `Use at most ${MAX_VARIABLES} variables` };
  return { parts };
}

const lineOf = (text: string, at: number) => text.slice(0, at).split("\n").length;

/**
 * Fills in a template that `parseTemplate` accepts. Values are text: braces in them mean nothing. An unknown variable
 * of a text that an earlier release stored is left empty.
 */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{([^{}\n]*)\}\}/g, (_, name: string) => (values[name.trim()] ?? "").slice(0, MAX_VALUE));
}

/** Paragraphs of a text. */
export const paragraphsOf = (body: string) =>
  body
    .replace(/\r\n?/g, "\n")
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
