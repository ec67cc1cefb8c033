import { z } from "zod";
import { momentAt, UTC } from "~/format/zones";
import { DAY_MS, dayOf } from "./day";

export { DAY_MS, dayOf };

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const moment = z.iso.datetime({ offset: true });

export const isDay = (text: string) => DAY.test(text);

/** Years before it were typed with two digits: the field of a date makes 0026 of 26. */
const FIRST_YEAR = 1900;
const FOUR_DIGITS = "Write the year with four digits, such as 2026";

/** The start of a yyyy-MM-dd day in ms UTC, or null for an invalid date such as February 31, or one before 1900. */
export function readDay(text: string): number | null {
  const ms = isDay(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  return !Number.isNaN(ms) && dayOf(ms) === text && Number(text.slice(0, 4)) >= FIRST_YEAR ? ms : null;
}

/** Like readDay, but also accepts an exact ISO time. */
export const readMoment = (text: string): number | null =>
  moment.safeParse(text).success && Number(text.slice(0, 4)) >= FIRST_YEAR ? Date.parse(text) : readDay(text);

/** Why a text is no date: a year of two digits, or `wrong`. */
export const dateProblem = (text: unknown, wrong: string): string => {
  const year = /^(?:0\d{3}|1[0-8]\d\d)(?=-)|^\d{1,2}-\d{1,2}-\d{1,2}$|^\d{1,2}([./-])\d{1,2}\1\d{2}$/;
  return year.test(String(text).trim()) ? FOUR_DIGITS : wrong;
};

/** Why the day of an address is not read; undefined for a real day or none. */
export const dayErrors = (text: string | null): string[] | undefined =>
  !text || readDay(text) !== null ? undefined : [dateProblem(text, "Choose a date")];

/** A yyyy-MM-dd day as its 00:00 UTC. */
export const dayField = (wrong = "Choose a date") =>
  z
    .string({ error: wrong })
    .trim()
    .refine((text) => readDay(text) !== null, { error: ({ input }) => dateProblem(input, wrong) })
    .transform((text) => readDay(text) ?? 0);

/** True when an end has passed. Midnight means the whole day (UTC), as people pick dates. */
export const isOver = (end: number, now: number) => now >= end + (end % DAY_MS === 0 ? DAY_MS : 1);

/** The start of a day that a page's field names in `zone`, as ms. `day`: its 00:00 UTC. An exact time stays. */
export const fromDay = (day: number, zone: string) => (day % DAY_MS === 0 ? momentAt(day, zone) : day);

/** The end of such a day, as ms: its last one (rules.md coupons/end-day). */
export const throughDay = (day: number, zone: string) => (day % DAY_MS === 0 ? momentAt(day + DAY_MS, zone) - 1 : day);

/** The day of a stored end: of the UTC day that a midnight means, or of the moment. */
export const dayOfEnd = (end: number, zone: string) => dayOf(end, end % DAY_MS === 0 ? UTC : zone);

/** The last whole or begun day before an end in ms, as the field of `throughDay` shows it. */
export const lastDayBefore = (end: number, zone: string) => dayOf(end - 1, zone);

/** A yyyy-MM-dd day (00:00 UTC) or an ISO time, as ms (rules.md api/added-calls). */
export const momentField = (missing: string, wrong = "Choose a date") =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .refine((text) => text === "" || readMoment(text) !== null, { error: ({ input }) => dateProblem(input, wrong) })
    .transform((text) => readMoment(text) ?? 0);

/** The last ms of the day of `now` in `zone`. */
export const endOfDay = (now: number, zone: string) => throughDay(readDay(dayOf(now, zone))!, zone);
