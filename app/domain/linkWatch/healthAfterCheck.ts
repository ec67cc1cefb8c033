import { DAY_MS } from "../days";
import { isFault, isUncertain, type Verdict } from "../verdicts";

/** What the checks so far say about a link. ms UTC. */
export interface LinkHealth {
  /** Since then each certain check found a fault. */
  faultySince: number | null;
  /** Since then the page could not be read. */
  unreadableSince: number | null;
  /** The first fault of a confirmed loss. */
  lostSince: number | null;
}

/** Two faults this far apart are a loss. */
export const LOSS_MS = DAY_MS;
/** After so long without a readable page a person is asked to look. */
const UNREADABLE_MS = 14 * DAY_MS;

export interface HealthChange extends LinkHealth {
  /** This check confirms a loss. */
  lost: boolean;
  /** A person should look, because the page has not been readable for long. */
  askPerson: boolean;
}

/**
 * The health of a link after a check (rules.md watch/loss): an uncertain verdict neither counts as a fault nor clears
 * one, and a broken target says nothing about the link.
 */
export function healthAfterCheck(link: LinkHealth, verdict: Verdict, at: number): HealthChange {
  // The caller writes what this returns, and `link` may have more columns, which someone may have changed meanwhile.
  const { faultySince, unreadableSince, lostSince } = link;
  const before = { faultySince, unreadableSince, lostSince };
  if (verdict === "ok")
    return { faultySince: null, unreadableSince: null, lostSince: null, lost: false, askPerson: false };
  if (isUncertain(verdict)) {
    const since = unreadableSince ?? at;
    return { ...before, unreadableSince: since, lost: false, askPerson: at - since >= UNREADABLE_MS };
  }
  const read = { ...before, unreadableSince: null, lost: false, askPerson: false };
  if (!isFault(verdict)) return read;
  const since = faultySince ?? at;
  const lost = lostSince === null && at - since >= LOSS_MS;
  return { ...read, faultySince: since, lostSince: lost ? since : lostSince, lost };
}
