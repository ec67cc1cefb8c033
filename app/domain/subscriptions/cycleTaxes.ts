import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../context";
import type { CycleRow } from "../orderPaid";
import { type Taxes, type TaxRate, taxesOn, thousandths } from "../taxes";

const lowered = (texts: readonly string[]) => texts.map((text) => text.replace(/[A-Z]/g, (one) => one.toLowerCase()));

/**
 * The taxes of a subscription's next cycle as SQL, where `s` names the subscription: the added tax, and all
 * rates that apply (rules.md taxes/renewals). The country is that of its newest order. Null while no tax was ever
 * saved.
 */
export function cycleTaxes(
  { settings }: Pick<Context, "settings">,
  s: SQL,
): { tax: SQL<number>; taxRates: SQL } | null {
  const rates = settings.company.taxes;
  if (!rates) return null;
  const own = ratesOf(rates, s);
  return {
    // The same half up as taxesOn.
    tax: sql<number>`(select coalesce(sum((2 * ${s}.renewal_amount * (rate.value ->> 'added') + 100000) / 200000), 0) ${own})`,
    taxRates: sql`(select nullif(json_group_array(rate.value -> 'rate'), '[]') ${own})`,
  };
}

/**
 * The price of a subscription without the taxes that it includes, as SQL (rules.md taxes/net). Added taxes are not part
 * of the price. Null without included taxes.
 */
export function netPrice({ settings }: Pick<Context, "settings">, s: SQL): SQL<number> | null {
  const included = settings.company.taxes?.filter(({ inclusive }) => inclusive) ?? [];
  if (included.length === 0) return null;
  const percents = sql`(select coalesce(sum(rate.value ->> 'thousandths'), 0) ${ratesOf(included, s)})`;
  return sql`(select ${withoutIncluded(sql`${s}.renewal_amount`)} from (select ${percents} as percents))`;
}

/** What a paid cycle brought without its taxes, as SQL, where `c` names the cycle (rules.md taxes/net). */
export function netOfCycle({ settings }: Pick<Context, "settings">, c: SQL): SQL<number> {
  if (!settings.company.taxes) return sql`${c}.amount`;
  return sql`(select ${withoutIncluded(sql`(${c}.amount - ${c}.tax)`)} from (
    select coalesce(sum(cast(round(1000 * (rate.value ->> 'percent')) as integer)), 0) as percents
    from json_each(${c}.tax_rates) rate where rate.value ->> 'inclusive'))`;
}

/** The same half up as taxesOn; `percents` is a column of thousandths. */
const withoutIncluded = (price: SQL) =>
  sql<number>`${price} - (2 * ${price} * percents + 100000 + percents) / (2 * (100000 + percents))`;

/** The rates that apply to a subscription, as rows. */
function ratesOf(rates: readonly TaxRate[], s: SQL): SQL {
  const country = sql`(select lower(trim(newest.billing ->> 'country')) from orders newest
    where newest.subscription_id = ${s}.id order by newest.cycle desc limit 1)`;
  return sql`from json_each(${JSON.stringify(rates.map(toListed))}) rate where rate.value ->> 'everywhere'
    or exists (select 1 from json_each(rate.value -> 'countries') own where own.value = ${country})`;
}

const toListed = ({ name, percent, inclusive, countries, codes }: TaxRate) => ({
  rate: { name, percent, inclusive },
  added: inclusive ? 0 : thousandths(percent),
  thousandths: thousandths(percent),
  everywhere: countries.length === 0,
  countries: lowered([...countries, ...codes]),
});

/** The taxes of a claimed cycle. */
export const taxesOfCycle = ({ amount, tax, taxRates }: Pick<CycleRow, "amount" | "tax" | "taxRates">): Taxes =>
  taxRates ? taxesOn(amount - tax, taxRates) : { lines: [], added: tax };
