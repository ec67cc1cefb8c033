import { DAY_MS } from "../days";
import { guaranteeEnd } from "../placements/guaranteeEnd";

const HOUR_MS = 3_600_000;
const SOON_MS = 6 * HOUR_MS;
/** After delivery, in ms. */
const FIRST = [0, HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 14 * DAY_MS, 30 * DAY_MS];
const MONTH_MS = 30 * DAY_MS;
const QUARTER_MS = 91 * DAY_MS;
/** A page that is faulty or unreadable is looked at again after a day, for so long. */
const DAILY_MS = 60 * DAY_MS;

interface PlannedLink {
  liveAt: number;
  terms: { guaranteeDays: number };
  /** Since then something is wrong; null when the last look was fine. */
  troubleSince: number | null;
  /** The page could not be read while a fault waits for its second look. */
  unconfirmed?: boolean;
}

/** When a link is looked at next, after a look at `at` (rules.md watch/plan). ms UTC. */
export function nextCheckAt({ liveAt, terms, troubleSince, unconfirmed }: PlannedLink, at: number): number {
  if (unconfirmed && troubleSince !== null && at - troubleSince < DAILY_MS)
    return Math.max(troubleSince + DAY_MS, at + SOON_MS);
  if (troubleSince !== null && at - troubleSince < DAILY_MS)
    // A look in between does not put off the second one.
    return at < troubleSince + DAY_MS ? troubleSince + DAY_MS : at + DAY_MS;
  const first = FIRST.find((offset) => liveAt + offset > at);
  if (first !== undefined) return liveAt + first;
  const last = FIRST.at(-1)!;
  const guaranteed = Math.max(guaranteeEnd({ liveAt, terms }) ?? liveAt, liveAt + last);
  const monthly = nextOf(liveAt + last, MONTH_MS, at);
  return monthly <= guaranteed ? monthly : nextOf(guaranteed, QUARTER_MS, at);
}

/** The first of `start`, `start + every` ... after `at`. */
const nextOf = (start: number, every: number, at: number) =>
  start > at ? start : start + (Math.floor((at - start) / every) + 1) * every;
