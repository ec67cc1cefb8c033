import { monotonicFactory } from "ulid";

let made = { at: Number.NaN, next: monotonicFactory() };

/**
 * A new system id: sorts by time, 26 characters. `now` is in ms so that ids follow the portal's clock; ids of the same
 * moment sort in the order they were made. The library's own order never goes back in time, hence one a moment.
 */
export function newId(now: number) {
  if (now !== made.at) made = { at: now, next: monotonicFactory() };
  return made.next(now);
}

/** Whether a text has the form of a system id. */
export const isId = (text: string) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text);
