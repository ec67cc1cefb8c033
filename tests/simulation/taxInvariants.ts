import { RECOVERED } from "~/domain/recovery/rebuildOrder";
import { type TaxLine, type TaxRate, taxesOn } from "~/domain/taxes";
import { type Books, type Invariant, rule, words } from "./engine/invariant";

type Rate = Pick<TaxRate, "name" | "percent" | "inclusive">;

/** The taxes at a moment. They never change in the same second as anything else. */
const ratesAt = ({ world }: Books, at: number): Rate[] => {
  const rates = world.ledger.taxes.findLast((one) => one.at <= at)?.rates ?? world.ledger.taxes[0]!.rates;
  return rates.map(({ name, percent, inclusive }) => ({ name, percent, inclusive }));
};

/** What must hold of taxes that change between orders and renewals (rules.md taxes/frozen, taxes/renewals). */
export const taxInvariants: Invariant[] = [
  rule("taxes-are-frozen", "An order has the taxes of the moment when it was placed.", async (books) => {
    const orders = await books.rows<{ id: string; at: number; price: number; lines: string | null; country: string }>(
      `select id, created_at as at, total - tax as price, tax_lines as lines, billing ->> 'country' as country from orders
       where coalesce(cycle, 1) = 1 and not exists (select 1 from history where entity = 'order' and entity_id = orders.id
         and action = '${RECOVERED}')`,
    );
    return orders
      .filter(({ at, price, lines, country }) => {
        const rates = country === "United States" ? ratesAt(books, at) : [];
        const expected: TaxLine[] = taxesOn(price, rates).lines;
        return words(lines ? JSON.parse(lines) : []) !== words(expected);
      })
      .map((order) => `${words(order)} instead of ${words(ratesAt(books, order.at))}`);
  }),
  rule("renewal-taxes", "A renewal has the taxes of the day when it was claimed.", async (books) => {
    // A payment that is found again after a restore tells the day of its intent alone.
    if (books.world.counts.restores > 0) return [];
    const cycles = await books.rows<{ id: string; cycle: number; at: number; rates: string | null }>(
      `select c.subscription_id as id, c.cycle, c.created_at as at, c.tax_rates as rates from billing_cycles c
       join orders o on o.subscription_id = c.subscription_id and o.cycle = 1 where o.billing ->> 'country' = 'United States'`,
    );
    return cycles
      .filter(({ at, rates }) => words(rates ? JSON.parse(rates) : []) !== words(ratesAt(books, at)))
      .map((cycle) => `${words(cycle)} instead of ${words(ratesAt(books, cycle.at))}`);
  }),
];
