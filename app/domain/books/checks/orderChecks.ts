import { sql } from "drizzle-orm";
import { MIGRATION } from "../../orders/orderDetails";
import { type BookCheck, dollars } from "../check";

const paid = sql`o.pay_state <> 'unpaid'`;
const renewed = sql`coalesce(o.cycle, 1) > 1`;
const linesOf = (sum: ReturnType<typeof sql>) =>
  sql`(select coalesce(sum(${sum}), 0) from order_items i where i.order_id = o.id)`;

const addedTaxes = sql`(select coalesce(sum(lines.value ->> 'amount'), 0) from json_each(o.tax_lines) lines
  where not lines.value ->> 'inclusive')`;

/** The amounts of an order (rules.md pricing/order-of-discounts, pricing/rounding, orders/unpaid). */
export const orderChecks: readonly BookCheck[] = [
  {
    id: "orders.lines",
    name: "Order lines",
    sentence: "Every order has at least one line.",
    of: "orders",
    rows: () => sql`
      select o.id as record, 'at least one line' as expected, 'no line' as actual
      from page cross join orders o on o.id = page.key
      where not exists (select 1 from order_items i where i.order_id = o.id)`,
  },
  {
    id: "orders.line-totals",
    name: "Line totals",
    sentence: "Every line costs its quantity times its price, less the discount tier it reached.",
    of: "orders",
    rows: () => sql`
      select record, ${dollars(sql`sum(due)`)} as expected, ${dollars(sql`sum(line_total)`)} as actual from (
        select o.id as record, i.line_total,
          i.quantity * i.unit_price - (i.quantity * i.unit_price * i.tier_percent + 50) / 100 as due
        from page cross join orders o on o.id = page.key cross join order_items i on i.order_id = o.id)
      group by record having max(line_total <> due)`,
  },
  {
    id: "orders.total",
    name: "Order totals",
    sentence: "An order's total is the sum of its lines, less the coupon's discount, plus the added taxes.",
    of: "orders",
    // A renewal's total was frozen at purchase: subscriptions.paid-cycles compares it with its cycle.
    rows: () => sql`
      select id as record,
        case
          when not renewed and subtotal <> gross then 'subtotal ' || ${dollars(sql`gross`)}
          when not renewed and tiered_total <> net then 'lines of ' || ${dollars(sql`net`)}
          when tax <> added then 'added taxes of ' || ${dollars(sql`added`)}
          when coupon_code is null then 'total ' || ${dollars(sql`tiered_total + tax`)}
          else 'total from $0.00 to ' || ${dollars(sql`tiered_total + tax`)} end as expected,
        case
          when not renewed and subtotal <> gross then ${dollars(sql`subtotal`)}
          when not renewed and tiered_total <> net then ${dollars(sql`tiered_total`)}
          when tax <> added then ${dollars(sql`tax`)}
          else ${dollars(sql`total`)} end as actual
      from (
        select o.id, o.subtotal, o.tiered_total, o.total, o.tax, o.coupon_code, ${renewed} as renewed,
          ${addedTaxes} as added,
          ${linesOf(sql`i.quantity * i.unit_price`)} as gross, ${linesOf(sql`i.line_total`)} as net
        from page cross join orders o on o.id = page.key
        where exists (select 1 from order_items i where i.order_id = o.id))
      where (not renewed and (subtotal <> gross or tiered_total <> net))
        or tax <> added or (coupon_code is null and total - tax <> tiered_total)
        or total - tax not between 0 and tiered_total`,
  },
  {
    id: "orders.paid",
    name: "Paid orders",
    sentence: "A paid order names its payment and its date, and an unpaid one is not in work.",
    of: "orders",
    rows: () => sql`
      select record, expected, actual from (
        select o.id as record,
          case
            when ${paid} and o.paid_at is null then 'a paid date'
            when ${paid} and o.status in ('Abandoned_Checkout', 'Payment_Failed') then 'a status of paid orders'
            when ${paid} and o.payment_type <> 'MANUAL' and o.total > 0 and o.payment_intent_id is null then 'a payment'
            when ${paid} then null
            when o.paid_at is not null then 'no paid date'
            when o.status not in ('Abandoned_Checkout', 'Payment_Failed', 'Cancelled') then 'a status of unpaid orders'
          end as expected,
          case when ${paid} and o.paid_at is null then 'none'
            when not ${paid} and o.paid_at is not null then date(o.paid_at / 1000, 'unixepoch')
            when ${paid} and o.status not in ('Abandoned_Checkout', 'Payment_Failed') then 'none'
            else replace(o.status, '_', ' ') end as actual
        from page cross join orders o on o.id = page.key)
      where expected is not null`,
  },
  {
    id: "orders.one-payment",
    name: "One payment each",
    sentence: "A payment pays one order or one renewal, never two.",
    of: "orders",
    rows: () => sql`
      select o.id as record, 'a payment of its own' as expected,
        o.payment_intent_id || ' also pays cycle ' || c.cycle as actual
      from page cross join orders o on o.id = page.key
      cross join billing_cycles c on c.account = o.account and c.payment_intent_id = o.payment_intent_id
      where c.state = 'paid' and (c.subscription_id is not o.subscription_id or c.cycle is not o.cycle)`,
  },
  {
    id: "invoices.orders",
    name: "Invoices",
    sentence: "Every paid order has one invoice of its amounts, and an unpaid one has none.",
    of: "orders",
    // Orders of the previous system were invoiced there (rules.md orders/migrated, invoices/issue).
    rows: () => sql`
      select o.id as record,
        iif(${paid}, 'invoice of ' || ${dollars(sql`o.total`)}, 'no invoice') as expected,
        case when v.id is null then 'no invoice'
          when not ${paid} then 'invoice ' || v.number
          when v.charged <> o.total then ${dollars(sql`v.charged`)}
          when v.subtotal <> o.subtotal then 'subtotal ' || ${dollars(sql`v.subtotal`)}
          when v.account <> o.account then 'account ' || v.account
          when v.paid_at is not o.paid_at then 'paid ' || datetime(v.paid_at / 1000, 'unixepoch')
          else 'payment ' || v.transaction_id end as actual
      from page cross join orders o on o.id = page.key
      left join invoices v on v.order_id = o.id
      where iif(v.id is null, ${paid} and o.created_by <> ${MIGRATION},
        not ${paid} or v.charged <> o.total or v.subtotal <> o.subtotal or v.account <> o.account
          or v.paid_at is not o.paid_at or v.transaction_id <> coalesce(o.payment_intent_id, v.transaction_id))`,
  },
];
