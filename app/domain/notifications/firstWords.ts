import { plainText, type SafeHtml } from "~/richtext/renderRichText";

/** Characters: with name and order number it still fits the subject of a mail. */
const MAX_EXCERPT = 80;

/** Characters of the message that are looked at, so that a long one costs no more. */
const MAX_READ = 1000;

/** A word that a mail program turns into a link. */
const ADDRESS = /:\/\/|www\.|@|\S\.\p{L}{2,}/iu;

/** The first words of a message for a notification, in quotes and without addresses (rules.md notifications/names). */
export function firstWords(body: SafeHtml): string {
  const text = plainText(body);
  const words = text.slice(0, MAX_READ).replace(/\S+/g, (word) => (ADDRESS.test(word) ? "[link]" : word));
  if ([...words].length <= MAX_EXCERPT && text.length <= MAX_READ) return `“${words}”`;
  const cut = [...words].slice(0, MAX_EXCERPT).join("");
  return `“${cut.slice(0, cut.lastIndexOf(" ") > MAX_EXCERPT / 2 ? cut.lastIndexOf(" ") : cut.length)}…”`;
}
