import { readNumber } from "~/format/readNumber";

/** Integer cents. Amounts are dollars only in the API and on screens. */
export type Cents = number;

/** Discounts round half up to this unit: 1 is a cent, 100 a dollar (rules.md pricing/rounding). */
const ROUNDING_UNIT: Cents = 1;

/** The smallest and largest amount that a card can be charged, in cents. */
export const MIN_CHARGE: Cents = 50;
export const MAX_CHARGE: Cents = 99_999_999;

/** `percent` of `amount`, rounded half up to ROUNDING_UNIT. Exact for up to two decimals. */
export const percentOf = (amount: Cents, percent: number): Cents => shareOf(amount, Math.round(percent * 100));

/** Like percentOf, in hundredths of a percent: 1250 is 12.5 %. */
export function shareOf(amount: Cents, hundredths: number): Cents {
  // Integer arithmetic: amount * hundredths stays below 2^53 for every amount that can be charged.
  return Math.floor((2 * amount * hundredths + 10_000 * ROUNDING_UNIT) / (20_000 * ROUNDING_UNIT)) * ROUNDING_UNIT;
}

/** Dollars as people type them, in cents; null when it is no price, or not certainly one. 19.99 * 100 is not 1999. */
export function parseDollars(text: string): Cents | null {
  const reading = readNumber(text, "money");
  const match = reading && "value" in reading ? /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(reading.value) : null;
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null;
}

/** Cents as the dollar amount of the API, with at most two decimals. */
export const toDollars = (cents: Cents) => Math.round(cents) / 100;

/** API dollars to cents, or null when negative, not finite, or with more than two decimals. */
export function fromDollars(dollars: number): Cents | null {
  const cents = Math.round(dollars * 100);
  return Number.isFinite(dollars) && dollars >= 0 && Math.abs(dollars * 100 - cents) < 1e-6 ? cents : null;
}
