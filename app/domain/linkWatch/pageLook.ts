import type { RelWanted } from "../catalogue/tracking";
import type { uncertainVerdicts } from "../verdicts";

/** What a link was agreed to be. */
export interface WantedLink {
  liveUrl: string;
  /** Empty when the agency chose the page and named none: then only the page itself is judged. */
  targetUrl: string;
  /** Empty when any text will do. */
  anchorText: string;
  relWanted: RelWanted;
}

export interface FoundLink {
  /** Resolved against the page's base. */
  address: string;
  /** The href as it is written, by which its place in the page is found. */
  href: string;
  /** The words of its rel attribute, lower case. */
  rel: string;
  anchor: string;
}

/** What was read of a page. */
export interface PageReading {
  title: string;
  /** Resolved; empty without one. */
  canonical: string;
  /** By meta tag or X-Robots-Tag. */
  noindex: boolean;
  nofollow: boolean;
  /** The link to the wanted address; of several, the one that keeps most of what was agreed. */
  toTarget: FoundLink | null;
  /** A link elsewhere with the wanted text. */
  byAnchor: FoundLink | null;
  /** Only its beginning was read. */
  truncated: boolean;
  /** Bytes that were read. */
  size: number;
}

export type Unreadable = (typeof uncertainVerdicts)[number];

/** The outcome of one visit to a page. */
export interface PageLook {
  /** Why there is no answer to judge; null when there is one. */
  failure: Unreadable | null;
  /** Status of the last answer; null without one. */
  status: number | null;
  /** Where the last answer came from. */
  finalUrl: string;
  /** The edge of the site asked for a proof that the visitor is a person. */
  challenged: boolean;
  /** Null when the answer is no HTML. */
  page: PageReading | null;
}
