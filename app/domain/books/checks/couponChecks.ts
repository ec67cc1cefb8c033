import { sql } from "drizzle-orm";
import { type BookCheck, COUNT_LIMIT } from "../check";

const limit = sql.raw(String(COUNT_LIMIT));
const counted = (state: "held" | "used" | "released") =>
  sql`(select count(*) from (select 1 from coupon_uses u where u.coupon_id = c.id and u.state = ${sql.raw(`'${state}'`)} limit ${limit}))`;

/** Uses of coupons (rules.md coupons/holds). */
export const couponChecks: readonly BookCheck[] = [
  {
    id: "coupons.uses",
    name: "Coupon uses",
    sentence: "Every order with a coupon holds or uses it as its state says, and no other order does.",
    of: "orders",
    rows: () => sql`
      select record, expected, actual from (
        select o.id as record,
          case when o.coupon_id is null then 'no coupon'
            when o.pay_state <> 'unpaid' and o.status = 'Cancelled' then iif(u.state = 'used', 'used', 'released')
            when o.pay_state <> 'unpaid' then 'used'
            when o.status = 'Cancelled' then 'released'
            else 'held' end as expected,
          case when u.order_id is null then iif(o.coupon_id is null, 'no coupon', 'not counted')
            when u.coupon_id is not o.coupon_id then 'another coupon'
            else u.state end as actual
        from page cross join orders o on o.id = page.key
        left join coupon_uses u on u.order_id = o.id)
      where expected <> actual`,
  },
  {
    id: "coupons.counters",
    name: "Coupon counters",
    sentence: "A coupon's counters are its orders that hold, use and released it.",
    of: "coupons",
    rows: () => sql`
      select id as record, held || ' held, ' || used || ' used, ' || released || ' released' as expected,
        held_count || ' held, ' || used_count || ' used, ' || released_count || ' released' as actual
      from (
        select c.id, c.held_count, c.used_count, c.released_count, ${counted("held")} as held,
          ${counted("used")} as used, ${counted("released")} as released
        from page cross join coupons c on c.id = page.key)
      where held <> min(held_count, ${limit}) or used <> min(used_count, ${limit})
        or released <> min(released_count, ${limit})`,
  },
];
