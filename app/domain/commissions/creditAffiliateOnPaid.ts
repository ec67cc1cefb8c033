import { type SQL, sql } from "drizzle-orm";
import { assertHolds, type BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { commissions, orderCredits } from "~db/schema";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { shareOf } from "../money";
import type { OrderPaidHandler, Settlement } from "../orderPaid";
import { commissionAfter } from "./commissionAfter";
import { type CreditCandidate, orderCredit } from "./orderCredit";

/**
 * Credits an order's affiliate: one order_credits row with the reason, and at most one commission (rules.md
 * commissions/agreements, commissions/amount, affiliates/attribution). Covers renewals, manual and free orders. Reads,
 * decides, and lets the batch fail with PreconditionFailed when what was read has changed. Repeats insert nothing. An
 * order cancelled during payment gets a void commission (docs/decisions/0027-commissions.md).
 */
export const creditAffiliateOnPaid: OrderPaidHandler = async (ctx, settlement) => {
  const { db } = ctx;
  const { order, paidAt } = settlement;
  const facts = candidatesOf(order);
  const [row] = await db.select({ candidates: sql<string>`${facts}`.as("candidates") }).from(sql`(select 1)`);
  const read = row?.candidates ?? "[]";
  const unchanged = assertHolds(db, sql`${facts} = ${read}`);
  const credit = orderCredit(order.total - order.tax, JSON.parse(read) as CreditCandidate[]);
  if (!credit) return [unchanged];
  const { affiliateId, source, reason, selfReferral, percent } = credit;
  return [
    unchanged,
    db
      .insert(orderCredits)
      .values({ orderId: order.id, affiliateId, source, reason, selfReferral, percent, decidedAt: paidAt })
      .onConflictDoNothing(),
    ...(credit.earns ? earnedLine(ctx, settlement, credit) : []),
  ];
};

function earnedLine(
  ctx: Context,
  { order, paidAt, wasCancelled }: Settlement,
  { affiliateId, selfReferral, percent }: CreditCandidate,
): BatchStatement[] {
  const earned = order.total - order.tax;
  const line = {
    id: newId(ctx.now),
    kind: "earned" as const,
    orderId: order.id,
    serviceId: order.serviceId,
    clientId: order.clientId,
    affiliateId,
    orderAmount: earned,
    percent: percent ?? 0,
    amount: shareOf(earned, percent ?? 0),
    orderPaidAt: paidAt,
    status: "CREATED" as const,
    selfReferral,
    createdAt: ctx.now,
    voidedAt: null,
  };
  const change = wasCancelled ? commissionAfter({ ...order, status: "Cancelled" }, [line]) : null;
  const insert = ctx.db
    .insert(commissions)
    .values({ ...line, ...(change ? { voidedAt: ctx.now, voidReason: change.voidReason } : {}) })
    .onConflictDoNothing();
  if (!change) return [insert];
  const { action, before, after } = change;
  const changes = [{ field: "amount", before, after }];
  return [insert, historyStatement(ctx, { entity: "commission", entityId: line.id, action, changes })];
}

/** The order's possible affiliates as a JSON list of CreditCandidate, one value that the batch can compare. */
function candidatesOf({ id, clientId, couponId, serviceId }: Settlement["order"]): SQL {
  // Free orders do not count as the first, and a moved order counts for the client it was invoiced to. Migrated
  // orders have no invoice. The plus makes SQLite use the client index: a service may have many thousands of orders.
  const paidBefore = sql`(
    exists (select 1 from invoices i join orders p on p.id = i.order_id
      where i.client_id = ${clientId} and +p.service_id = ${serviceId} and p.id <> ${id} and i.charged > 0)
    or exists (select 1 from orders p where p.client_id = ${clientId} and +p.service_id = ${serviceId}
      and p.id <> ${id} and p.pay_state <> 'unpaid' and p.total > 0
      and not exists (select 1 from invoices i where i.order_id = p.id)))`;
  // The affiliate's own rate for the service, else the programme's.
  const agreed = (column: "percent" | "first_time" | "perpetual") =>
    sql.raw(`iif(s.user_id is null, iif(g.default_percent > 0, g.default_${column}, null), s.${column})`);
  const isTrue = (condition: SQL) => sql`json(iif(${condition}, 'true', 'false'))`;
  return sql`(
    select json_group_array(json_object(
      'source', c.source, 'affiliateId', c.affiliate_id, 'selfReferral', c.self_referral,
      'isAffiliate', ${isTrue(sql`exists (select 1 from users u where u.id = c.affiliate_id and u.affiliate = 1 and u.role = 'CUSTOMER' and u.deleted_at is null)`)},
      'percent', ${agreed("percent")}, 'firstTime', ${agreed("first_time")}, 'perpetual', ${agreed("perpetual")},
      'paidBefore', ${isTrue(sql`${agreed("first_time")} = 1 and ${agreed("perpetual")} = 0 and ${paidBefore}`)}))
    from (
      select 'signUp' as source, affiliate_id, self_referral from attributions
      where user_id = ${clientId} and affiliate_id is not null
      union all
      select 'coupon', affiliate_id, iif(affiliate_id = ${clientId}, 'ownCoupon', null) from coupons
      where id = ${couponId} and affiliate_id is not null) c
    left join commission_settings s on s.user_id = c.affiliate_id and s.service_id = ${serviceId}
    left join affiliate_programme g)`;
}
