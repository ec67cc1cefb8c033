import { z } from "zod";

export const DAY_MS = 86_400_000;

/** yyyy-MM-dd of a moment, UTC. */
export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const moment = z.iso.datetime({ offset: true });

export const isDay = (text: string) => DAY.test(text);

/** ms of a day's start (yyyy-MM-dd, UTC); null for anything else, the 31st of February too. */
export function readDay(text: string): number | null {
  const ms = isDay(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  return !Number.isNaN(ms) && dayOf(ms) === text ? ms : null;
}

/** The same, or ms of an exact moment. */
export const readMoment = (text: string): number | null =>
  moment.safeParse(text).success ? Date.parse(text) : readDay(text);

/** Whether an end is past; midnight stands for its whole day, as a date that people choose. */
export const isOver = (end: number, now: number) => now >= end + (end % DAY_MS === 0 ? DAY_MS : 1);

/** A day (yyyy-MM-dd, its 00:00 UTC) or an ISO moment, as ms (rules.md api/added-calls). */
export const momentField = (missing: string, wrong = "Choose a date") =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .refine((text) => text === "" || readMoment(text) !== null, wrong)
    .transform((text) => readMoment(text) ?? 0);
