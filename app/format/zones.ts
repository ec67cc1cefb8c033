import { tzOffset } from "@date-fns/tz/tzOffset";

/** The zone of the API, and of everything until another one is chosen. */
export const UTC = "UTC";

/** The two zones of a page. */
export interface Zones {
  /** The reader's: every time. */
  zone: string;
  /** The agency's: due dates, and days that staff choose. */
  agencyZone: string;
}

export const inUtc: Zones = { zone: UTC, agencyZone: UTC };

const DAY_MS = 86_400_000;
/** 0 for a zone that an old browser does not know: it then shows UTC, where an invalid date would end the page. */
const offsetMs = (zone: string, ms: number) => Math.round(tzOffset(zone, new Date(ms)) * 60_000) || 0;

/**
 * What the clocks of a zone show at a moment, as the ms of the same date and time in UTC. Calendar arithmetic on it
 * with UTC dates needs no zone, and counts each day once, whether it has 23, 24 or 25 hours.
 */
export const wallTime = (ms: number, zone: string) => (zone === UTC ? ms : ms + offsetMs(zone, ms));

/**
 * The first moment (ms UTC) at which the clocks of a zone show `wall` or later: the earlier one of an hour that comes
 * twice, and the end of an hour that is left out. TZDate takes the later one, with which a day would lack an hour.
 */
export function momentAt(wall: number, zone: string): number {
  if (zone === UTC) return wall;
  const offsets = [offsetMs(zone, wall - DAY_MS), offsetMs(zone, wall + DAY_MS)];
  const early = wall - Math.max(...offsets);
  return wallTime(early, zone) >= wall ? early : wall - Math.min(...offsets);
}

/** The zone of a time in a text: 'UTC', or 'Los Angeles time'. */
export const zoneWords = (zone: string) => (zone === UTC ? UTC : `${zoneLabel(zone)} time`);

/** 'Los Angeles' for America/Los_Angeles. */
export const zoneLabel = (zone: string) => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
