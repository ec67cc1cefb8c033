import { z } from "zod";
import { Conflict } from "~/domain/errors";
import { fromDollars, toDollars } from "~/domain/money";

/** An amount as the API carries it: dollars with at most two decimals, cents inside. */
export const dollarsIn = (message = "An amount in dollars with at most two decimals is required") =>
  z
    .number({ error: message })
    .refine((value) => fromDollars(value) !== null, message)
    .transform((value) => fromDollars(value) ?? 0);

/** ms UTC as ISO 8601; null stays null. */
export function isoTime(ms: number): string;
export function isoTime(ms: number | null): string | null;
export function isoTime(ms: number | null) {
  return ms === null ? null : new Date(ms).toISOString();
}

/** The new figures of a refused order, which the domain gives in cents, as dollars (architecture section 12). */
export function figuresInDollars(error: unknown): never {
  if (!(error instanceof Conflict) || !error.details) throw error;
  const figures = Object.entries(error.details).map(([name, value]) => [
    name,
    typeof value === "number" ? toDollars(value) : value,
  ]);
  throw new Conflict(error.message, error.fieldErrors, Object.fromEntries(figures));
}
