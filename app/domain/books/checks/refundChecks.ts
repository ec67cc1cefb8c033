import { sql } from "drizzle-orm";
import { type BookCheck, dollars } from "../check";

const sumOf = (which: ReturnType<typeof sql>) =>
  sql`(select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and ${which})`;

/** Refunds and disputes against their orders (rules.md refunds/recorded). */
export const refundChecks: readonly BookCheck[] = [
  {
    id: "refunds.sum",
    name: "Refunded amounts",
    sentence: "An order's refunded amount is the sum of its refunds and disputes, and its state follows.",
    of: "orders",
    rows: () => sql`
      select id as record, ${dollars(sql`moved`)} || ', ' || replace(state, '_', ' ') as expected,
        ${dollars(sql`refunded`)} || ', ' || replace(pay_state, '_', ' ') as actual
      from (
        select id, refunded, pay_state, moved,
          case when pay_state = 'unpaid' and moved = 0 then 'unpaid' when moved = 0 then 'paid'
            when moved >= total then 'refunded' when moved > 0 then 'partly_refunded' else 'paid' end as state
        from (
          select o.id, o.refunded, o.pay_state, o.total, ${sumOf(sql`r.state = 'succeeded'`)} as moved
          from page cross join orders o on o.id = page.key))
      where refunded <> moved or pay_state <> state`,
  },
  {
    id: "refunds.limit",
    name: "Refund limits",
    sentence: "The refunds of an order never exceed its payment.",
    of: "orders",
    // A dispute takes the whole payment, also after a refund, so it has a limit of its own.
    rows: () => sql`
      select id as record, 'at most ' || ${dollars(sql`most`)} as expected, ${dollars(sql`held`)} as actual
      from (
        select o.id, iif(o.pay_state = 'unpaid', 0, o.total) as most,
          ${sumOf(sql`r.dispute_id is null and r.state <> 'failed'`)} as held
        from page cross join orders o on o.id = page.key)
      where held > most`,
  },
  {
    id: "disputes.money",
    name: "Disputed money",
    sentence: "A dispute holds no more than its amount, and never returns more than it took.",
    of: "orders",
    rows: () => sql`
      select record, 'from $0.00 to ' || ${dollars(sql`amount`)} as expected, ${dollars(sql`held`)} as actual
      from (
        select o.id as record, d.amount, (
          select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.dispute_id = d.id) as held
        from page cross join orders o on o.id = page.key cross join disputes d on d.order_id = o.id)
      where held not between 0 and amount
      group by record`,
  },
];
