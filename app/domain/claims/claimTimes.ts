import { DAY_MS } from "../days";
import { guaranteeEnd } from "../placements/guaranteeEnd";

/** How long staff can repair a lost link before its replacement begins (rules.md claims/deadlines). */
export const REPAIR_MS = 7 * DAY_MS;
/** How long a replacement has to go live before the link's share is refunded. */
export const REPLACE_MS = 30 * DAY_MS;

/** The days of the guarantee that were left when a link was lost; the last one counts. */
export const daysLeft = (link: { liveAt: number | null; terms: { guaranteeDays: number } }, lostAt: number): number =>
  Math.min(link.terms.guaranteeDays, Math.max(1, Math.ceil(((guaranteeEnd(link) ?? 0) - lostAt) / DAY_MS)));
