/** What a service says about the links that are ordered by sheet (rules.md preflight/codes). */
export interface LinkRules {
  /** Words of an anchor text or address that belong to a price class of their own. */
  words: { word: string; priceClass: string }[];
  /** Links to one page in 30 days above which a row is warned of. */
  linksPerPage: number;
}

export const defaultLinkRules: LinkRules = { words: [], linksPerPage: 10 };
