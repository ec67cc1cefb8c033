import { sql } from "drizzle-orm";
import { type BookCheck, dollars } from "../check";

/** The cycles of a subscription (rules.md subscriptions/cycle-count, subscriptions/one-charge). */
export const subscriptionChecks: readonly BookCheck[] = [
  {
    id: "subscriptions.cycles",
    name: "Subscription cycles",
    sentence: "A subscription has one order for each cycle: none is skipped, none is doubled.",
    of: "subscriptions",
    rows: () => sql`
      select id as record, 'cycles 1 to ' || current_cycle as expected,
        iif(orders = 0, 'no order', orders || ' orders, cycles ' || first || ' to ' || last) as actual
      from (
        select s.id, s.current_cycle, count(o.id) as orders, min(o.cycle) as first, max(o.cycle) as last
        from page cross join subscriptions s on s.id = page.key
        left join orders o on o.subscription_id = s.id
        group by s.id)
      where orders <> current_cycle or first is not 1 or last is not current_cycle`,
  },
  {
    id: "subscriptions.paid-cycles",
    name: "Paid cycles",
    sentence: "Every paid cycle has its order of the same payment and amount, and every renewal has its paid cycle.",
    of: "subscriptions",
    rows: () => sql`
      select record, expected, actual from (
        select s.id as record, c.cycle,
          'cycle ' || c.cycle || ' of ' || ${dollars(sql`c.amount`)} || ', ' || coalesce(c.payment_intent_id, 'no payment') as expected,
          case when o.id is null then 'no order'
            when o.pay_state = 'unpaid' then 'order ' || o.number || ' is not paid'
            else 'order ' || o.number || ' of ' || ${dollars(sql`o.total`)} || ', ' || coalesce(o.payment_intent_id, 'no payment') end as actual
        from page cross join subscriptions s on s.id = page.key
        cross join billing_cycles c on c.subscription_id = s.id and c.state = 'paid'
        left join orders o on o.subscription_id = s.id and o.cycle = c.cycle
        where o.id is null or o.pay_state = 'unpaid' or o.total <> c.amount or o.id <> c.order_id
          or o.payment_intent_id is not c.payment_intent_id
        union all
        select s.id, o.cycle, 'a paid cycle ' || o.cycle, 'cycle ' || coalesce(c.state, 'missing')
        from page cross join subscriptions s on s.id = page.key
        cross join orders o on o.subscription_id = s.id and o.cycle > 1
        left join billing_cycles c on c.subscription_id = s.id and c.cycle = o.cycle
        where c.state is not 'paid')
      group by record having min(cycle)`,
  },
];
