import { formatNumber } from "./numbers";

/** Integer cents as people read them: '$1,234.50', and without decimals when there are none: '$0', '$100'. */
export function formatCents(cents: number) {
  const amount = Math.abs(cents);
  const rest = amount % 100;
  return `${cents < 0 ? "-" : ""}$${formatNumber((amount - rest) / 100)}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}
