const compact = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});

/** Chart axis labels in dollars: '$1.2K'. */
export const compactMoney = (dollars: number) => compact.format(dollars);
