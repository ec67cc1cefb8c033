import { type Language, writtenIn } from "./language";
import { formatNumber } from "./numbers";

/** Formats cents with both decimals, so that the amounts of a column line up: '$1,234.50', '$100.00'. */
export function formatCents(cents: number, language: Language | null = writtenIn()) {
  const amount = Math.abs(cents);
  const dollars = formatNumber(Math.floor(amount / 100), language);
  return `${cents < 0 ? "-" : ""}$${dollars}${language?.decimal ?? "."}${String(amount % 100).padStart(2, "0")}`;
}

/** The tax of every invoice. The text is fixed (rules.md texts/fixed). */
export const TAX = "$0";
