import { formatNumber } from "./numbers";

/** Formats cents: '$1,234.50', and without decimals when they are zero: '$0', '$100'. */
export function formatCents(cents: number) {
  const amount = Math.abs(cents);
  const rest = amount % 100;
  return `${cents < 0 ? "-" : ""}$${formatNumber((amount - rest) / 100)}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** Formats cents with decimals always: '$100.00', for columns that are added up. */
export function formatCentsInFull(cents: number) {
  const amount = Math.abs(cents);
  return `${cents < 0 ? "-" : ""}$${formatNumber(Math.floor(amount / 100))}.${String(amount % 100).padStart(2, "0")}`;
}
