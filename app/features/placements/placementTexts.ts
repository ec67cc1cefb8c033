import { isIn, type PlacementState, waitingForClient } from "~/domain/placements/placementStates";
import { formatDayAndMonth } from "~/format/dates";
import { formatNumber } from "~/format/numbers";
import type { Zones } from "~/format/zones";

interface Timed {
  state: PlacementState;
  /** ms UTC. */
  dueAt: number | null;
  startsOn: number | null;
  liveAt: number | null;
}

/** 'Due 24 Nov', or why the delivery clock stands still. `now` in ms UTC. */
export function clockText(
  { state, dueAt, startsOn, liveAt }: Timed,
  staff: boolean,
  now: number,
  { zone, agencyZone }: Zones,
): string {
  if (liveAt !== null) return `Live since ${formatDayAndMonth(liveAt, zone)}`;
  if (isIn(waitingForClient, state)) return staff ? "Waiting for the client" : "Waiting for you";
  if (dueAt === null) return "";
  if (dueAt < now) return `Overdue since ${formatDayAndMonth(dueAt, agencyZone)}`;
  const starts = startsOn !== null && startsOn > now ? `, starts ${formatDayAndMonth(startsOn, agencyZone)}` : "";
  return `Due ${formatDayAndMonth(dueAt, agencyZone)}${starts}`;
}

interface Site {
  siteDomain: string | null;
  siteDr: number | null;
  siteDa: number | null;
  siteTraffic: number | null;
}

/** 'DR 54 · DA 40 · 12,000 visits a month' */
export const metricsText = ({ siteDr, siteDa, siteTraffic }: Omit<Site, "siteDomain">) =>
  [
    siteDr === null ? "" : `DR ${siteDr}`,
    siteDa === null ? "" : `DA ${siteDa}`,
    siteTraffic === null ? "" : `${formatNumber(siteTraffic)} visits a month`,
  ]
    .filter(Boolean)
    .join(" · ");

/** An address without its scheme, for a narrow column. */
export const shortAddress = (address: string) => address.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
