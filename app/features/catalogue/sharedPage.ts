import { titleWithBrand } from "~/features/frame/pageTitle";

type Matches = Parameters<typeof titleWithBrand>[0];

interface SharedPage {
  title: string;
  description: string;
  /** Absolute, without query. */
  url: string;
  /** Absolute. */
  image: string | null;
}

/** What search engines and people who share a public page see of it. */
export const sharedPage = (matches: Matches, { title, description, url, image }: SharedPage) => [
  { title: titleWithBrand(matches, title) },
  { name: "description", content: description },
  { tagName: "link", rel: "canonical", href: url },
  { property: "og:type", content: "website" },
  { property: "og:title", content: title },
  { property: "og:description", content: description },
  { property: "og:url", content: url },
  ...(image ? [{ property: "og:image", content: image }] : []),
];

/** The first words of a text, as a search engine shows them. */
export function firstWords(text: string, most = 160): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), most / 2)).trimEnd()}…`;
}
