import { plainText, type SafeHtml } from "~/richtext/renderRichText";

/** Characters: with name and order number it still fits the subject of a mail. */
const MAX_EXCERPT = 80;

/** What a mail program turns into a link. */
const ADDRESS = /\S*(?::\/\/|www\.|@)\S*|\S+\.\p{L}{2,}\S*/giu;

/** The first words of a message for a notification, in quotes and without addresses (rules.md notifications/names). */
export function firstWords(body: SafeHtml): string {
  const words = plainText(body).replace(ADDRESS, "[link]");
  if ([...words].length <= MAX_EXCERPT) return `“${words}”`;
  const cut = [...words].slice(0, MAX_EXCERPT).join("");
  return `“${cut.slice(0, cut.lastIndexOf(" ") > MAX_EXCERPT / 2 ? cut.lastIndexOf(" ") : cut.length)}…”`;
}
