/**
 * '1,234.5': thousands apart. Written out, as are amounts and months: the platform's formats read a language's rules at
 * their first use, which held a page on a phone longer than drawing it.
 */
export const formatNumber = (value: number) =>
  String(value).replace(/\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
