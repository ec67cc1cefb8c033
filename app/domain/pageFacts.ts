/** What a look at a client's page found. Pages that refuse, time out or do not resolve have none. */
export interface PageFacts {
  status: number;
  noindex: boolean;
  /** Where the last answer came from. */
  finalUrl: string;
}

export interface SeenPage extends PageFacts {
  /** As it was asked for. */
  address: string;
}

/** For all pages of a sheet together, in ms. */
export const LOOK_MS = 3_000;
/** How long facts are used, in ms. */
export const FACTS_MS = 24 * 3_600_000;
/** Pages of one look; the next one takes others. */
export const MAX_LOOKS = 200;

/** The address under which facts are kept: a server never sees the fragment. */
export function pageAddress(address: string): string {
  const url = new URL(address);
  url.hash = "";
  return url.href;
}
