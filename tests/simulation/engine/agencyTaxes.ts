import type { Settings } from "~/domain/settings";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import type { TaxRate } from "~/domain/taxes";

const tax = (name: string, percent: number, inclusive: boolean): TaxRate => ({
  name,
  percent,
  inclusive,
  countries: ["United States"],
  codes: ["US"],
});
const sales = tax("Sales tax", 8.25, false);

/**
 * What the agency taxes at different times: the country in which most simulated buyers live. The first from the start.
 */
export const taxSets: TaxRate[][] = [
  [sales],
  [],
  [sales, tax("County tax", 1.5, false)],
  [tax("VAT", 10, true)],
  [tax("VAT", 7.7, true), sales],
];

export const settingsWith = (taxes: TaxRate[]): Settings => ({
  ...defaultSettings,
  company: { ...defaultSettings.company, taxes },
});
