import { DAY_MS } from "../days";
import { guaranteeEnd } from "../placements/guaranteeEnd";

/** A year in which a claim may come to court, and a month. */
const KEPT_MS = 396 * DAY_MS;

/** How long a check is kept: 13 months, from the end of the guarantee if that comes later. ms UTC. */
export const keptUntil = ({ liveAt, terms }: { liveAt: number; terms: { guaranteeDays: number } }, at: number) =>
  Math.max(at, guaranteeEnd({ liveAt, terms }) ?? at) + KEPT_MS;
