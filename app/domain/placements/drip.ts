import { momentAt, wallTime } from "~/format/zones";
import { DAY_MS, fromDay } from "../days";

/** Starts `perWeek` links each week from `from` on: a day, as its 00:00 UTC, or a moment (rules.md placements/drip). */
export interface Drip {
  perWeek: number;
  from: number;
}

/**
 * When the n-th link of a dripped order starts in the agency's zone, in ms UTC; null for one that starts immediately.
 */
export function startOf(drip: Drip | null, sequence: number, zone: string): number | null {
  if (!drip) return null;
  const first = wallTime(fromDay(drip.from, zone), zone);
  return momentAt(first + Math.floor((sequence - 1) / drip.perWeek) * 7 * DAY_MS, zone);
}
