import { z } from "zod";
import { numberOf, numberProblem } from "~/format/readNumber";
import { parseDollars } from "./money";

/** An amount typed in dollars, in cents. `empty`: the cents of no text. */
export const dollarsField = (wrong: string, empty: number | null = null) =>
  z.string({ error: wrong }).transform((text, { addIssue }) => {
    if (empty !== null && text.trim() === "") return empty;
    const cents = parseDollars(text);
    if (cents !== null) return cents;
    addIssue({ code: "custom", message: numberProblem(text, "money", wrong) });
    return z.NEVER;
  });

/** A whole number from `least` to `most`, typed. */
export const wholeField = (least: number, most: number, wrong: string) =>
  z
    .string({ error: wrong })
    .transform((text) => numberOf(text, "whole") ?? Number.NaN)
    .pipe(z.number({ error: wrong }).int(wrong).min(least, wrong).max(most, wrong));
