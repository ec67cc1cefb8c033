import { formatCents } from "~/format/money";
import type { Cents } from "./money";
import type { TaxRate } from "./taxes";

/** The taxes in an amount that is charged; null without one. */
type ChargedTaxes = readonly Pick<TaxRate, "name" | "percent">[] | null;

/** 'VAT 19%, City tax 1%'; null without taxes. */
export const taxNames = (taxes: ChargedTaxes): string | null =>
  taxes?.length ? taxes.map(({ name, percent }) => `${name} ${percent}%`).join(", ") : null;

/** 'incl. VAT 19%' of an amount that a customer pays; null without taxes (rules.md taxes/recurring). */
export function taxNote(amount: Cents, taxes: ChargedTaxes): string | null {
  const names = amount > 0 ? taxNames(taxes) : null;
  return names && `incl. ${names}`;
}

/** '$119.00 incl. VAT 19%' (rules.md taxes/recurring). */
export const amountWithTaxes = (amount: Cents, taxes: ChargedTaxes): string =>
  [formatCents(amount), taxNote(amount, taxes)].filter(Boolean).join(" ");
