import { z } from "zod";
import { Conflict, type FieldErrors, GENERIC_ERROR, Invalid } from "~/domain/errors";
import { fromDollars, toDollars } from "~/domain/money";
import { zodErrorMap } from "~/http/zodErrorMap";

/** Parses an amount in dollars with at most two decimals into cents. */
export const dollarsIn = (message = "An amount in dollars with at most two decimals is required") =>
  z
    .number({ error: message })
    .refine((value) => fromDollars(value) !== null, message)
    .transform((value) => fromDollars(value) ?? 0);

/** Formats ms UTC as ISO 8601. null stays null. */
export function isoTime(ms: number): string;
export function isoTime(ms: number | null): string | null;
export function isoTime(ms: number | null) {
  return ms === null ? null : new Date(ms).toISOString();
}

/** Rethrows a rejected order's new figures in dollars; the domain reports cents (rules.md api/wire). */
export function figuresInDollars(error: unknown): never {
  if (!(error instanceof Conflict) || !error.details) throw error;
  const figures = Object.entries(error.details).map(([name, value]) => [
    name,
    typeof value === "number" ? toDollars(value) : value,
  ]);
  throw new Conflict(error.message, error.fieldErrors, Object.fromEntries(figures));
}

/** A field's name in error responses. */
export const fieldOf = (path: readonly PropertyKey[]) => path.join(".") || "_";

/** Converts a schema's issues to field errors. */
export function invalidBy(error: z.ZodError): Invalid {
  const fieldErrors: FieldErrors = {};
  for (const issue of error.issues) {
    const field = fieldOf(issue.path);
    fieldErrors[field] = [...(fieldErrors[field] ?? []), issue.message];
  }
  return new Invalid(error.issues[0]?.message ?? GENERIC_ERROR, fieldErrors);
}

/**
 * Validates a request with the domain's schema and reports errors under the names that the caller sent. `names` maps
 * domain names to API names. `refused` does the same in an operation's catch. Throws Invalid.
 */
export function underSentNames<Schema extends z.ZodType>(schema: Schema, names: Record<string, string>, sent: unknown) {
  const refused = (error: unknown): never => {
    if (!(error instanceof Invalid) || !error.fieldErrors) throw error;
    const named = Object.entries(error.fieldErrors).map(([field, said]) => [names[field] ?? field, said]);
    throw new Invalid(error.message, Object.fromEntries(named));
  };
  const parsed = schema.safeParse(sent, { error: zodErrorMap((path) => names[fieldOf(path)] ?? fieldOf(path)) });
  if (!parsed.success) return refused(invalidBy(parsed.error));
  return { value: parsed.data as z.output<Schema>, refused };
}
