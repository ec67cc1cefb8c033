import { z } from "zod";
import { DAY_MS, dateProblem, readDay, readMoment } from "../days";
import { text } from "../textFields";

/** Snoozed work wakes at 08:00 UTC (rules.md orders/snooze). */
const WAKES_AFTER_MS = (8 / 24) * DAY_MS;

export const LATER_DAY = "Choose a later day";
export const SnoozeReason = text(500, "Use 500 characters or fewer for the reason");

/** When work that is snoozed until a yyyy-MM-dd day wakes, ms UTC; null for no such day. */
export function wakesOn(day: string): number | null {
  const start = readDay(day);
  return start === null ? null : start + WAKES_AFTER_MS;
}

/** A day of a form; an empty field ends the snooze. */
export const SnoozeDay = z
  .string()
  .trim()
  .default("")
  .refine((day) => day === "" || wakesOn(day) !== null, {
    error: ({ input }) => dateProblem(input, "Choose a date"),
  })
  .transform((day) => (day === "" ? null : wakesOn(day)));

/** A day, or an exact ISO time, of a call. */
export const SnoozeTime = z
  .string()
  .trim()
  .refine((text) => readMoment(text) !== null, { error: ({ input }) => dateProblem(input, "Choose a date") })
  .transform((text) => wakesOn(text) ?? readMoment(text) ?? 0);
