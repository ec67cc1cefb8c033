import { encodeTime, monotonicFactory } from "ulid";

let made = { at: Number.NaN, next: monotonicFactory() };

/**
 * A new system id: 26 characters, sorted by time. `now` is in ms. Ids of the same moment sort in the order of
 * creation. One generator per moment, because the library's own never goes back in time.
 */
export function newId(now: number) {
  if (now !== made.at) made = { at: now, next: monotonicFactory() };
  return made.next(now);
}

const TIME_CHARACTERS = 10;

/** Sorts before every id of this moment (ms UTC) and after every earlier one. */
export const firstIdOf = (at: number) => encodeTime(at, TIME_CHARACTERS);

/** True when a text has the form of a system id. */
export const isId = (text: string) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text);
