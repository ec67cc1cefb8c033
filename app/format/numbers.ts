/**
 * '1,234.5'. Written by hand, like amounts and months: Intl loads its locale rules on first use, which delayed a page
 * on a phone longer than rendering it.
 */
export const formatNumber = (value: number) =>
  String(value).replace(/\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
