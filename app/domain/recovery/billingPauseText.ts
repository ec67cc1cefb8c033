import { formatDateTime } from "~/format/dates";
import { zoneWords } from "~/format/zones";

/** Explains why nothing is charged and what happens next. `since`: the last event read, ms UTC. */
export const billingPauseText = (since: number, zone: string) =>
  `No renewal is charged, because the card provider's events have not been read since ${formatDateTime(since, zone)} (${zoneWords(zone)}) and a renewal may already be paid. The portal reads on every 10 minutes and charges again by itself once it has caught up.`;
