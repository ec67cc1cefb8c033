import { sql } from "drizzle-orm";
import { batchRaw, rawSelect } from "~db/client.server";
import { authorize } from "../access";
import type { BalanceCategory } from "../balanceCategories";
import type { Context } from "../context";
import type { Cents } from "../money";
import { type BookMonth, monthOf, monthSpan } from "./bookMonth";

interface ServiceSales {
  /** Null for charges that no order of the portal paid with. */
  service: string | null;
  count: number;
  amount: Cents;
}

/** A month of an account's balance, as an accountant reads it. Signed cents: what leaves the balance is negative. */
export interface MonthStatement extends BookMonth {
  opening: Cents;
  sales: ServiceSales[];
  sold: { count: number; amount: Cents };
  refunds: { count: number; amount: Cents };
  /** The first and last number of the credit notes of the month's refunds; null without any. */
  creditNotes: { first: number; last: number } | null;
  disputes: { count: number; amount: Cents };
  fees: Cents;
  payouts: { count: number; amount: Cents };
  other: { count: number; amount: Cents };
  closing: Cents;
  /** Orders of the month that were paid elsewhere, so they are not in the balance. */
  outside: { count: number; amount: Cents };
  /** The balance's currency, e.g. 'usd'. */
  currency: string;
  /** Up to when the provider was read, ms UTC; null before the first reading. */
  readUpTo: number | null;
  /** The months that can be chosen, newest first. */
  months: string[];
}

/** The statement of a month (rules.md books/month). Super admins only. Bounded by the month's movements and orders. */
export async function monthStatement(ctx: Context, { month, account }: BookMonth): Promise<MonthStatement> {
  authorize(ctx, "books.read");
  const { from, until } = monthSpan(month);
  const [totals, sales, [outside], [mark], [notes]] = await batchRaw(
    ctx.db,
    rawSelect<Record<string, unknown>>(sql`
      select month, category, count, amount, fee from balance_totals where account = ${account}`),
    rawSelect<Record<string, unknown>>(sql`
      select s.name as service, count(*) as count, sum(b.amount) as amount, max(b.currency) as currency
      from balance_transactions b indexed by balance_transactions_created
      left join orders o on o.account = b.account and o.payment_intent_id = b.payment_intent_id
      left join services s on s.id = o.service_id
      where b.account = ${account} and b.created_at >= ${from} and b.created_at < ${until} and b.category = 'sale'
      group by o.service_id order by amount desc, service`),
    rawSelect<Record<string, unknown>>(sql`
      select count(*) as count, coalesce(sum(total), 0) as amount from orders
      where paid_at >= ${from} and paid_at < ${until} and account = ${account} and total > 0
        and payment_intent_id is null`),
    rawSelect<Record<string, unknown>>(sql`
      select read_up_to as readUpTo from balance_marks where account = ${account}`),
    rawSelect<Record<string, unknown>>(sql`
      select min(credit_number) as first, max(credit_number) as last from refunds
      where refunded_at is not null and refunded_at >= ${from} and refunded_at < ${until} and account = ${account}`),
  );
  const rows = totals as unknown as {
    month: string;
    category: BalanceCategory;
    count: number;
    amount: Cents;
    fee: Cents;
  }[];
  const opening = rows.reduce((sum, row) => (row.month < month ? sum + row.amount - row.fee : sum), 0);
  const inMonth = rows.filter((row) => row.month === month);
  const of = (category: BalanceCategory) => {
    const row = inMonth.find((one) => one.category === category);
    return { count: row?.count ?? 0, amount: row?.amount ?? 0 };
  };
  const sold = of("sale");
  const fees = of("fee").amount - inMonth.reduce((sum, { fee }) => sum + fee, 0);
  const parts = { refunds: of("refund"), disputes: of("dispute"), payouts: of("payout"), other: of("other") };
  const services = sales as unknown as (ServiceSales & { currency: string })[];
  return {
    month,
    account,
    opening,
    sold,
    fees,
    ...parts,
    creditNotes: notes?.first ? (notes as unknown as { first: number; last: number }) : null,
    sales: services.map(({ service, count, amount }) => ({ service, count, amount })),
    closing: opening + sold.amount + fees + Object.values(parts).reduce((sum, { amount }) => sum + amount, 0),
    outside: outside as unknown as MonthStatement["outside"],
    currency: services[0]?.currency ?? "usd",
    readUpTo: (mark?.readUpTo as number | undefined) ?? null,
    months: [...new Set([monthOf(ctx.now), month, ...rows.map((row) => row.month)])].sort().reverse(),
  };
}
