import { sql } from "drizzle-orm";
import { newId } from "~db/ids";
import { insertFrom } from "~db/insertRows";
import { commissions, orderCredits } from "~db/schema";
import type { OrderPaidHandler } from "../orderPaid";
import { adjustCommissionToOrder } from "./adjustCommissionToOrder";
import { sqlShareOf } from "./sqlShareOf";

/**
 * Credits an order's affiliate: one order_credits row with the reason, and at most one commission (rules.md
 * commissions/agreements, commissions/amount, affiliates/attribution). Covers renewals, manual and free orders. The
 * client's affiliate wins over the coupon's. The statements read all data themselves, and repeats insert nothing. An
 * order cancelled during payment gets a void commission (docs/decisions/0027-commissions.md).
 */
export const creditAffiliateOnPaid: OrderPaidHandler = (ctx, { order, paidAt, wasCancelled }) => {
  const { db, now } = ctx;
  const credited = sql`
    select o.id as order_id, o.service_id, o.client_id, o.total,
      coalesce(a.affiliate_id, k.affiliate_id) as affiliate_id,
      iif(a.affiliate_id is not null, 'signUp', 'coupon') as source,
      iif(a.affiliate_id is not null, a.self_referral, iif(k.affiliate_id = o.client_id, 'ownCoupon', null)) as self_referral
    from orders o left join attributions a on a.user_id = o.client_id left join coupons k on k.id = o.coupon_id
    where o.id = ${order.id}`;
  // Free orders do not count as the first, and a moved order counts for the client it was invoiced to. Migrated
  // orders have no invoice. The plus makes SQLite use the client index: a service may have many thousands of orders.
  const paidBefore = sql`(
    exists (select 1 from invoices i join orders p on p.id = i.order_id
      where i.client_id = c.client_id and +p.service_id = c.service_id and p.id <> c.order_id and i.charged > 0)
    or exists (select 1 from orders p where p.client_id = c.client_id and +p.service_id = c.service_id
      and p.id <> c.order_id and p.pay_state <> 'unpaid' and p.total > 0
      and not exists (select 1 from invoices i where i.order_id = p.id)))`;
  const reason = sql`case
    when not exists (select 1 from users u where u.id = c.affiliate_id and u.affiliate = 1 and u.role = 'CUSTOMER' and u.deleted_at is null) then 'notAnAffiliate'
    when coalesce(s.percent, 0) = 0 then 'noSetting'
    when c.total = 0 then 'nothingPaid'
    when s.perpetual = 1 then 'perpetual'
    when s.first_time = 1 then iif(${paidBefore}, 'notTheFirst', 'firstTime')
    else 'neitherChosen' end`;
  return [
    insertFrom(
      db,
      orderCredits,
      {
        orderId: sql`c.order_id`,
        affiliateId: sql`c.affiliate_id`,
        source: sql`c.source`,
        reason,
        selfReferral: sql`c.self_referral`,
        percent: sql`s.percent`,
        decidedAt: paidAt,
      },
      sql`from (${credited}) c left join commission_settings s on s.user_id = c.affiliate_id and s.service_id = c.service_id
        where c.affiliate_id is not null`,
    ).onConflictDoNothing(),
    insertFrom(
      db,
      commissions,
      {
        id: newId(now),
        kind: "earned",
        orderId: sql`o.id`,
        serviceId: sql`o.service_id`,
        clientId: sql`o.client_id`,
        affiliateId: sql`c.affiliate_id`,
        orderAmount: sql`o.total`,
        percent: sql`c.percent`,
        amount: sqlShareOf(sql`o.total`, sql`c.percent`),
        orderPaidAt: paidAt,
        status: "CREATED",
        selfReferral: sql`c.self_referral`,
        createdAt: now,
      },
      sql`from order_credits c join orders o on o.id = c.order_id
        where c.order_id = ${order.id} and c.reason in ('perpetual', 'firstTime')`,
    ).onConflictDoNothing(),
    ...(wasCancelled ? adjustCommissionToOrder(ctx, order.id) : []),
  ];
};
