import { sql } from "drizzle-orm";
import { type BookCheck, dollars } from "../check";

/** Commissions and payouts (rules.md commissions/agreements, commissions/amount). */
export const commissionChecks: readonly BookCheck[] = [
  {
    id: "commissions.amount",
    name: "Commission amounts",
    sentence: "A commission is its rate of what remains of the order, without added taxes.",
    of: "orders",
    rows: () => sql`
      with lines as (
        select o.id as record,
          iif(o.status = 'Cancelled', 0, max(0, o.total - o.refunded)) as paid, o.total, o.tax,
          max(iif(k.kind = 'earned', k.percent, 0)) as percent,
          max(k.kind = 'reversal' or k.status = 'PAID') as settled,
          coalesce(sum(iif(k.voided_at is null, k.amount, 0)), 0) as worth,
          sum(k.kind = 'earned') as earned
        from page cross join orders o on o.id = page.key cross join commissions k on k.order_id = o.id
        group by o.id
      ), base as (
        select *, iif(tax = 0, paid, paid - (2 * paid * tax + total) / (2 * total)) as remaining from lines
      ), due as (
        select *, (2 * remaining * percent + 10000) / 20000 as due from base)
      select record, ${dollars(sql`due`)} as expected,
        iif(earned = 1, ${dollars(sql`worth`)}, earned || ' earned lines') as actual
      from due where worth <> due or earned <> 1`,
  },
  {
    id: "commissions.credits",
    name: "Earned commissions",
    sentence: "An order that earned an affiliate something has one commission, and no other order has.",
    of: "orders",
    rows: () => sql`
      select record, iif(earns, 'one commission', 'no commission') as expected,
        iif(earned, 'one commission', 'no commission') as actual
      from (
        select o.id as record,
          exists (select 1 from order_credits c where c.order_id = o.id and c.reason in ('perpetual', 'firstTime')) as earns,
          exists (select 1 from commissions k where k.order_id = o.id and k.kind = 'earned') as earned
        from page cross join orders o on o.id = page.key)
      where earns <> earned`,
  },
  {
    id: "payouts.sum",
    name: "Payout totals",
    sentence: "A payout is the sum of its commissions.",
    of: "payouts",
    // A commission that a super admin took back left its amount in the payout's history.
    rows: () => sql`
      select id as record, ${dollars(sql`recorded`)} as expected, ${dollars(sql`paid`)} as actual
      from (
        select p.id,
          (select coalesce(sum(coalesce(j.value ->> 'after', 0) - coalesce(j.value ->> 'before', 0)), 0)
            from history h, json_each(h.changes) j
            where h.entity = 'payout' and h.entity_id = p.id and j.value ->> 'field' = 'amount') as recorded,
          (select coalesce(sum(k.amount), 0) from commissions k where k.payout_id = p.id) as paid
        from page cross join payouts p on p.id = page.key)
      where recorded <> paid`,
  },
  {
    id: "payouts.once",
    name: "Paid out once",
    sentence: "A commission in a payout is paid, not void, and was paid out once.",
    of: "payouts",
    rows: () => sql`
      select record, 'paid once' as expected, group_concat(problem, ', ') as actual
      from (
        select p.id as record,
          case when k.status <> 'PAID' then k.status when k.voided_at is not null then 'void'
            when k.paid_at is null then 'no paid date'
            else 'paid out twice' end || ' (' || k.id || ')' as problem
        from page cross join payouts p on p.id = page.key cross join commissions k on k.payout_id = p.id
        where k.status <> 'PAID' or k.voided_at is not null or k.paid_at is null
          or (select coalesce(sum(iif(h.action = 'Paid out', 1, iif(j.value ->> 'before' = 'PAID', -1, 0))), 0)
            from history h, json_each(h.changes) j
            where h.entity = 'commission' and h.entity_id = k.id and j.value ->> 'field' = 'status') > 1)
      group by record`,
  },
];
