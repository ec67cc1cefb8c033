import { sql } from "drizzle-orm";
import { type BookCheck, dollars } from "../check";

/** A payment may be settled, and a refund recorded, this long after the provider moved its money. ms. */
export const UNDER_WAY_MS = 3 * 60 * 60_000;

/** The moment up to which the order's account was read, less what may be under way; null when it never was. */
const readBy = (now: number) =>
  sql`(select min(m.read_up_to, ${now}) - ${UNDER_WAY_MS} from balance_marks m where m.account = o.account and m.read_from <= o.paid_at)`;

/** The provider's balance against the portal's payments, refunds, disputes and fees. */
export const balanceChecks: readonly BookCheck[] = [
  {
    id: "balance.payments",
    name: "Card payments",
    sentence: "Every card payment of the portal is one charge in the provider's balance, of the same amount.",
    of: "orders",
    rows: (now) => sql`
      select record, ${dollars(sql`total`)} as expected,
        case charges when 0 then 'no charge' when 1 then ${dollars(sql`charged`)} else charges || ' charges' end as actual
      from (
        select o.id as record, o.total, count(b.id) as charges, coalesce(sum(b.amount), 0) as charged,
          max(b.currency) as currency
        from page cross join orders o on o.id = page.key
        left join balance_transactions b
          on b.account = o.account and b.payment_intent_id = o.payment_intent_id and b.category = 'sale'
        where o.pay_state <> 'unpaid' and o.total > 0 and o.payment_intent_id is not null
          and o.paid_at < ${readBy(now)}
        group by o.id)
      where charges <> 1 or (charged <> total and currency = 'usd')`,
  },
  {
    id: "balance.refunds",
    name: "Card refunds",
    sentence: "Refunds and disputes of an order are the same amount in the provider's balance.",
    of: "orders",
    // A pending refund may have moved already, and a failed one may not have come back yet.
    rows: (now) => sql`
      select record, ${dollars(sql`refunded`)} as expected, ${dollars(sql`returned`)} as actual
      from (
        select o.id as record,
          (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.state = 'succeeded') as refunded,
          (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.state <> 'succeeded') as open,
          (select coalesce(-sum(b.amount), 0) from balance_transactions b
            where b.account = o.account and b.payment_intent_id = o.payment_intent_id
              and b.category in ('refund', 'dispute')) as returned
        from page cross join orders o on o.id = page.key
        where o.pay_state <> 'unpaid' and o.payment_intent_id is not null and o.paid_at < ${readBy(now)}
          and not exists (
            select 1 from refunds r where r.order_id = o.id and coalesce(r.refunded_at, r.created_at) >= ${readBy(now)})
          and not exists (
            select 1 from balance_transactions b
            where b.account = o.account and b.payment_intent_id = o.payment_intent_id
              and (b.currency <> 'usd' or b.created_at >= ${readBy(now)})))
      where returned < refunded or returned > refunded + open`,
  },
  {
    id: "balance.charges",
    name: "Provider charges",
    sentence: "Every charge in the provider's balance paid one order, or is listed as a payment without one.",
    of: "balance",
    rows: (now) => sql`
      select b.id as record, 'a paid order of ' || ${dollars(sql`b.amount`)} as expected,
        case when b.payment_intent_id is null then 'a charge without a payment'
          when o.id is null then 'no order pays with ' || b.payment_intent_id
          else 'order ' || o.number || ' is not paid' end as actual
      from page cross join balance_transactions b on b.id = page.key
      left join orders o on o.account = b.account and o.payment_intent_id = b.payment_intent_id
      where b.category = 'sale' and b.created_at < ${now - UNDER_WAY_MS}
        and (o.id is null or o.pay_state = 'unpaid')
        and not exists (
          select 1 from unmatched_payments u where u.account = b.account and u.payment_intent_id = b.payment_intent_id)`,
  },
  {
    id: "balance.fees",
    name: "Provider fees",
    sentence: "Every movement of the provider's balance is its amount less its fee.",
    of: "balance",
    rows: () => sql`
      select b.id as record, ${dollars(sql`b.amount - b.fee`)} as expected, ${dollars(sql`b.net`)} as actual
      from page cross join balance_transactions b on b.id = page.key
      where b.net <> b.amount - b.fee`,
  },
];
