import { type SQL, sql } from "drizzle-orm";
import { billingCycles, subscriptions } from "~db/schema";
import type { Context } from "../context";
import type { Cents } from "../money";
import type { CycleRow, SubscriptionRow } from "../orderPaid";
import { cycleTaxes } from "./cycleTaxes";

/** The next payment of a subscription: its amount with taxes, and the rates in it. */
export interface NextAmount {
  amount: Cents;
  taxRates: CycleRow["taxRates"];
}

/** The columns of a select that reads a NextAmount. */
type NextAmountColumns = { [Name in keyof NextAmount]: SQL.Aliased<NextAmount[Name]> };

/**
 * The next payment as columns: of the cycle under way, else the price with today's taxes (rules.md taxes/renewals).
 * Null while no tax was ever saved, when the price is the amount.
 */
function nextAmountColumns(ctx: Pick<Context, "settings">): NextAmountColumns | null {
  const taxes = cycleTaxes(ctx, sql`subscriptions`);
  if (!taxes) return null;
  const ofCycle = (column: string) => sql`(select under_way.${sql.raw(column)} from billing_cycles under_way
    where under_way.subscription_id = subscriptions.id and under_way.cycle = subscriptions.current_cycle + 1
      and under_way.state <> 'paid')`;
  return {
    amount: sql<Cents>`coalesce(${ofCycle("amount")}, subscriptions.renewal_amount + ${taxes.tax})`.as("next_amount"),
    taxRates: sql<CycleRow["taxRates"]>`iif(${ofCycle("amount")} is null, ${taxes.taxRates}, ${ofCycle("tax_rates")})`
      .mapWith(billingCycles.taxRates)
      .as("next_tax_rates"),
  };
}

/** The same by subscription, for the rows of a list. Reads only where there may be a tax. */
export async function readNextAmounts(
  ctx: Pick<Context, "db" | "settings">,
  rows: readonly Pick<SubscriptionRow, "id" | "renewalAmount">[],
): Promise<Map<string, NextAmount>> {
  const columns = rows.length > 0 ? nextAmountColumns(ctx) : null;
  if (!columns) return new Map(rows.map(({ id, renewalAmount }) => [id, { amount: renewalAmount, taxRates: null }]));
  const payments = await ctx.db
    .select({ id: subscriptions.id, ...columns })
    .from(subscriptions)
    .where(sql`${subscriptions.id} in (select value from json_each(${JSON.stringify(rows.map(({ id }) => id))}))`);
  return new Map(payments.map(({ id, ...payment }) => [id, payment]));
}

/** The same of one subscription. */
export async function readNextAmount(
  ctx: Pick<Context, "db" | "settings">,
  row: Pick<SubscriptionRow, "id" | "renewalAmount">,
): Promise<NextAmount> {
  return (await readNextAmounts(ctx, [row])).get(row.id) ?? { amount: row.renewalAmount, taxRates: null };
}
