import type { Cents } from "./money";

/** A tax of the settings. */
export interface TaxRate {
  name: string;
  /** Up to three decimals. */
  percent: number;
  /** Part of the price, else added to it. */
  inclusive: boolean;
  /** Names of the clients' countries, and their ISO codes. Empty: every country. */
  countries: string[];
  codes: string[];
}

/** One tax of an order, frozen with it. */
export interface TaxLine extends Pick<TaxRate, "name" | "percent" | "inclusive"> {
  amount: Cents;
}

export interface Taxes {
  lines: TaxLine[];
  /** Charged on top of the price. */
  added: Cents;
}

/** A percentage in thousandths: 19 % is 19000. */
export const thousandths = (percent: number) => Math.round(percent * 1000);
const WHOLE = 100_000;

/** Like SQLite's `lower`, so that a renewal finds the same country. */
const folded = (country: string) => country.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The taxes for a client of this country. */
export const ratesIn = (rates: readonly TaxRate[], country: string): TaxRate[] =>
  rates.filter(
    ({ countries, codes }) =>
      countries.length === 0 || [...countries, ...codes].some((one) => folded(one) === folded(country)),
  );

/**
 * The taxes of an amount that remains after all discounts (rules.md taxes/rounding). Integers only: amounts up to
 * MAX_CHARGE and rates up to 100 % together stay below 2^53.
 */
export function taxesOn(amount: Cents, rates: readonly Omit<TaxRate, "countries" | "codes">[]): Taxes {
  if (amount === 0) return { lines: [], added: 0 };
  const included = rates.filter(({ inclusive }) => inclusive);
  const percents = included.reduce((sum, { percent }) => sum + thousandths(percent), 0);
  const contained = halfUp(amount * percents, WHOLE + percents);
  let reached = 0;
  let split = 0;
  let added = 0;
  const lines = rates.map(({ name, percent, inclusive }) => {
    if (!inclusive) {
      const tax = halfUp(amount * thousandths(percent), WHOLE);
      added += tax;
      return { name, percent, inclusive, amount: tax };
    }
    // Cumulative, so that the parts add up to what the price contains.
    reached += thousandths(percent);
    const until = halfUp(contained * reached, percents);
    const tax = until - split;
    split = until;
    return { name, percent, inclusive, amount: tax };
  });
  return { lines, added };
}

/** The part of an amount of an order that is not added tax, which refunds lower in proportion. */
export function withoutAddedTax(amount: Cents, { total, tax }: { total: Cents; tax: Cents }): Cents {
  if (tax === 0) return amount;
  // Above 2^53 for the largest amounts.
  const [part, whole] = [BigInt(amount) * BigInt(tax), BigInt(total)];
  return amount - Number((2n * part + whole) / (2n * whole));
}

const halfUp = (amount: number, by: number): Cents => Math.floor((2 * amount + by) / (2 * by));

/** A line's words: 'VAT 19%', or 'Includes VAT 19%'. */
export const taxLabel = ({ name, percent, inclusive }: Omit<TaxLine, "amount">) =>
  `${inclusive ? "Includes " : ""}${name} ${percent}%`;
