import { UTC, wallTime } from "~/format/zones";

// Apart from the fields of `days`, whose parser a page should not load for them.

export const DAY_MS = 86_400_000;

/** The day of a time in ms, as yyyy-MM-dd. */
export const dayOf = (ms: number, zone = UTC) => new Date(wallTime(ms, zone)).toISOString().slice(0, 10);
