import { DAY_MS } from "../days";
import { MAX_IDLE_DAYS, MAX_SESSION_DAYS, type Settings } from "../settings";

/** Session lifetimes in ms (rules.md sessions/lifetimes, sessions/end, sessions/refresh). */
export const ACCESS_MS = 15 * 60_000;
/** How long the previous generation's secret stays valid after its successor was first used: requests in flight. */
export const LEEWAY_MS = 10_000;
/** A session expires after this long without a request, or earlier by the settings. */
export const IDLE_MS = MAX_IDLE_DAYS * DAY_MS;
/** A session expires after this long even when in use, or earlier by the settings. */
export const ABSOLUTE_MS = MAX_SESSION_DAYS * DAY_MS;
export const IMPERSONATION_MS = 60 * 60_000;
/** As long as an unpaid order can be paid (rules.md orders/unpaid). */
export const CHECKOUT_MS = DAY_MS;

interface Chosen {
  settings: Pick<Settings, "security">;
}
/** The settings' limits in ms. They only shorten, whatever is stored. */
export const idleMs = ({ settings: { security } }: Chosen) =>
  Math.min(IDLE_MS, (security.idleDays || MAX_IDLE_DAYS) * DAY_MS);
export const absoluteMs = ({ settings: { security } }: Chosen) =>
  Math.min(ABSOLUTE_MS, (security.sessionDays || MAX_SESSION_DAYS) * DAY_MS);
