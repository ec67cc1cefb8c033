import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { fullName } from "~db/fullName";
import { named } from "~db/named";
import { attributions, commissions, orderCredits, orders, users } from "~db/schema";
import { authorize, ownAffiliate } from "../access";
import { creditReasonLabels } from "../commissions/commissionLabels";
import type { Context } from "../context";
import type { ReferralQuery } from "./referralList";

/** An order that could have earned the affiliate a commission. ms UTC. */
export interface OrderWithoutCommission {
  orderId: string;
  paidAt: number;
  serviceName: string;
  /** Null unless the client is the affiliate's own referral (rules.md security/internal-text). */
  clientName: string | null;
  reason: string;
}

/**
 * Returns a page of the calling affiliate's credited orders that earned nothing, newest first, with the reason. Throws
 * Forbidden for others.
 */
export async function ordersWithoutCommission(
  ctx: Context,
  { page, pageSize }: Pick<ReferralQuery, "page" | "pageSize">,
): Promise<Page<OrderWithoutCommission>> {
  authorize(ctx, "affiliates.own");
  const { id } = ownAffiliate(ctx);
  const { db } = ctx;
  const earnedLine = and(eq(commissions.orderId, orderCredits.orderId), eq(commissions.kind, "earned"));
  // Each half has an index of its own, so that orders that earned are not read. The conditions are the indexes'.
  const unearned = sql`select order_id from order_credits where affiliate_id = ${id} and reason not in ('perpetual', 'firstTime')
    union all select order_id from commissions where affiliate_id = ${id} and voided_at is not null and kind = 'earned'`;
  const without = and(sql`${orderCredits.orderId} in (${unearned})`, sql`+${orderCredits.affiliateId} = ${id}`);
  const newestFirst = [desc(orderCredits.decidedAt), desc(orderCredits.orderId)];
  const shown = db
    .select({ id: orderCredits.orderId })
    .from(orderCredits)
    .where(without)
    .orderBy(...newestFirst)
    .limit(pageSize)
    .offset(page * pageSize);
  const [rows, totals] = await db.batch([
    db
      .select({
        orderId: orderCredits.orderId,
        paidAt: orderCredits.decidedAt,
        serviceName: orders.serviceName,
        clientName: sql<string | null>`iif(${attributions.affiliateId} = ${id}, ${fullName(users)}, null)`.as(
          "client_name",
        ),
        reason: orderCredits.reason,
        voidReason: named(commissions.voidReason, "void_reason"),
      })
      .from(orderCredits)
      .innerJoin(orders, eq(orders.id, orderCredits.orderId))
      .innerJoin(users, eq(users.id, orders.clientId))
      .leftJoin(attributions, eq(attributions.userId, orders.clientId))
      .leftJoin(commissions, earnedLine)
      // Cut first, so that names are looked up for one page.
      .where(inArray(orderCredits.orderId, shown))
      .orderBy(...newestFirst),
    db
      .select({ total: sql<number>`count(*)`.as("total") })
      .from(orderCredits)
      .where(without),
  ]);
  return {
    content: rows.map(({ voidReason, reason, ...row }) => ({
      ...row,
      reason: voidReason ?? creditReasonLabels[reason].replace(/^No commission: /, "").replace(/^./, upperCased),
    })),
    totalElements: totals[0]?.total ?? 0,
  };
}

const upperCased = (letter: string) => letter.toUpperCase();
