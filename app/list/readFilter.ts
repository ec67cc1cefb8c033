import { z } from "zod";
import { type FilterDefinition, type ListDefinition, type ListFilter, MAX_TERM, type Operation } from "./defineList";

/** A rejected filter. The API answers 400; pages ignore that part of the address. */
export class BadFilter extends Error {
  constructor(
    message: string,
    readonly field: string,
  ) {
    super(message);
  }
}

interface RawFilter {
  key: string;
  operation: Operation;
  value?: unknown;
  toValue?: unknown;
}

export const isNumber = (text: string) => /^\d{1,15}$/.test(text);

function scalar(key: string, definition: FilterDefinition, raw: unknown): string | number | boolean {
  if (typeof raw !== "string" && typeof raw !== "number" && typeof raw !== "boolean")
    throw new BadFilter(`The value of '${key}' is missing`, key);
  const text = String(raw).trim();
  if (text.length > MAX_TERM) throw new BadFilter(`The value of '${key}' is too long`, key);
  if (definition.options && !definition.options.includes(text))
    throw new BadFilter(`'${text}' is not a value of '${key}'`, key);
  if (definition.kind === "number") {
    if (!isNumber(text)) throw new BadFilter(`'${key}' takes a number`, key);
    return Number(text);
  }
  if (definition.kind === "flag") {
    if (text !== "true" && text !== "false") throw new BadFilter(`'${key}' takes true or false`, key);
    return text === "true";
  }
  return text;
}

const day = z.iso.date();
const isoMoment = z.iso.datetime({ offset: true, local: true });
const FIRST_YEAR = 1900;
/** Rejects days like February 31, which Date would roll over to March 3. */
export const isDay = (text: string) => day.safeParse(text).success;

function moment(key: string, raw: unknown): number {
  const isIso = typeof raw === "string" && (isDay(raw) || isoMoment.safeParse(raw).success);
  const ms = typeof raw === "number" ? raw : isIso ? Date.parse(raw) : Number.NaN;
  // A year of two digits was meant, and no list is that old.
  const isEarly = isIso && Number(raw.slice(0, 4)) < FIRST_YEAR;
  if (!Number.isSafeInteger(ms) || isEarly) throw new BadFilter(`'${key}' takes two dates`, key);
  return ms;
}

/** Validates a filter against its list. Returns null for an empty value. Throws BadFilter. */
export function readFilter<Key extends string>(
  list: ListDefinition<Key, string>,
  { key, operation, value, toValue }: RawFilter,
): ListFilter<Key> | null {
  const definition = Object.hasOwn(list.filters, key) ? list.filters[key as Key] : undefined;
  if (!definition) throw new BadFilter(`This list has no filter '${key}'`, key);
  if (!definition.operations.includes(operation))
    throw new BadFilter(`'${key}' cannot be searched by '${operation}'`, key);
  const typed = key as Key;
  if (operation === "isnull") return { key: typed, operation };
  if (operation === "btn") {
    if (value === "" || value == null || toValue === "" || toValue == null) return null;
    return { key: typed, operation, from: moment(key, value), to: moment(key, toValue) };
  }
  if (operation === "in") {
    const values = (Array.isArray(value) ? value : [value]).filter((v) => v !== "" && v != null);
    if (values.length > 100) throw new BadFilter(`'${key}' has too many values`, key);
    if (values.length === 0) return null;
    return { key: typed, operation, values: values.map((v) => scalar(key, definition, v) as string | number) };
  }
  if (value === "" || value == null) return null;
  return { key: typed, operation, value: scalar(key, definition, value) };
}
