/** Money is integer cents everywhere inside; dollars exist only at the edge. */
export type Cents = number;

/** Every discount is rounded half up to this unit: 1 = the cent, 100 = whole dollars (rules.md pricing/rounding). */
export const ROUNDING_UNIT: Cents = 1;

/** Smallest and largest total a card can be charged, in cents. */
export const MIN_CHARGE: Cents = 50;
export const MAX_CHARGE: Cents = 99_999_999;

/** `percent` of `amount`, rounded half up to ROUNDING_UNIT. Exact: percent has at most two decimals. */
export const percentOf = (amount: Cents, percent: number): Cents => shareOf(amount, Math.round(percent * 100));

/** The same by hundredths of a percent: 12.5 % is 1250. The database says it as `sqlShareOf`. */
export function shareOf(amount: Cents, hundredths: number): Cents {
  // Integer arithmetic: amount * hundredths stays below 2^53 for every amount the product can charge.
  return Math.floor((2 * amount * hundredths + 10_000 * ROUNDING_UNIT) / (20_000 * ROUNDING_UNIT)) * ROUNDING_UNIT;
}

/** '12', '12.5' or '12.50' in dollars to cents; null when it is not a price. Never parseFloat: 19.99 * 100 is not 1999. */
export function parseDollars(text: string): Cents | null {
  const match = /^\s*\$?(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/** Cents as the number of dollars that the API carries (at most two decimals). */
export const toDollars = (cents: Cents) => Math.round(cents) / 100;

/** Dollars from the API to cents; null when it has more than two decimals or is not a finite amount of 0 or more. */
export function fromDollars(dollars: number): Cents | null {
  const cents = Math.round(dollars * 100);
  return Number.isFinite(dollars) && dollars >= 0 && Math.abs(dollars * 100 - cents) < 1e-6 ? cents : null;
}
