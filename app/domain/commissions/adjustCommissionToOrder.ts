import { sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { commissions } from "~db/schema";
import type { Context } from "../context";
import { historyOfRows } from "../history/historyStatement";
import { sqlShareOf } from "./sqlShareOf";

/**
 * Recalculates an order's commission after a refund, a failed refund, a cancellation or a reopening. Runs in the
 * batch of that change (docs/decisions/0027-commissions.md; rules.md commissions/amount, orders/cancel). An unpaid
 * commission is set to the agreed share of what remains paid, or voided. After payout, the difference becomes a line
 * that the next payout nets; an order's lines never sum below 0. Idempotent: at most one line per order version.
 */
export function adjustCommissionToOrder(ctx: Context, orderId: string): BatchStatement[] {
  const { db, now } = ctx;
  const kept = sql`iif(o.status = 'Cancelled', 0, max(0, o.total - o.refunded))`;
  const followed = sql`
    select e.*, o.version as order_version, ${kept} as kept, ${sqlShareOf(kept, sql`e.percent`)} as worth,
      iif(o.status = 'Cancelled', 'The order was cancelled', 'The order was refunded') as void_because,
      e.status = 'PAID' or exists (select 1 from commissions r where r.order_id = e.order_id and r.kind = 'reversal') as by_lines,
      (select sum(l.amount) from commissions l where l.order_id = e.order_id and l.voided_at is null) as lines
    from commissions e join orders o on o.id = e.order_id where e.order_id = ${orderId} and e.kind = 'earned'`;
  const changesInPlace = sql`not f.by_lines and ((f.kept = 0) <> (f.voided_at is not null) or (f.kept > 0 and f.worth <> f.amount))`;
  const needsLine = sql`f.by_lines and f.worth <> coalesce(f.lines, 0)`;
  const lineId = newId(now);
  return [
    historyOfRows(ctx, {
      id: sql`${newId(now)}`,
      entity: "commission",
      entityId: sql`iif(f.by_lines, ${lineId}, f.id)`,
      action: sql`case when f.by_lines then iif(f.worth < f.lines, 'Commission taken back', 'Commission given back')
        when f.kept = 0 then 'Commission voided' when f.voided_at is not null then 'Commission restored' else 'Commission changed' end`,
      changes: sql`json_array(json_object('field', 'amount', 'before', iif(f.by_lines, f.lines, iif(f.voided_at is null, f.amount, 0)), 'after', f.worth))`,
      from: sql`(${followed}) f where (${changesInPlace}) or (${needsLine})`,
    }),
    db
      .update(commissions)
      .set({
        // A void commission keeps its previous amount.
        amount: sql`(select iif(f.kept = 0, f.amount, f.worth) from (${followed}) f)`,
        voidedAt: sql`(select iif(f.kept = 0, ${now}, null) from (${followed}) f)`,
        voidReason: sql`(select iif(f.kept = 0, f.void_because, null) from (${followed}) f)`,
        version: sql`${commissions.version} + 1`,
      })
      .where(sql`${commissions.id} in (select f.id from (${followed}) f where ${changesInPlace})`),
    // Columns in table order. Reversals are APPROVED, so the next payout includes them.
    db
      .insert(commissions)
      .select(
        sql`select ${lineId}, 'reversal', f.order_id, f.service_id, f.client_id, f.affiliate_id, f.order_amount, f.percent,
            f.worth - coalesce(f.lines, 0), f.order_paid_at, 'APPROVED', f.self_referral, null, f.void_because, ${now}, null, null,
            'order:' || f.order_id || ':' || f.order_version, ${now}, 1
          from (${followed}) f where ${needsLine}`,
      )
      .onConflictDoNothing(),
  ];
}
