import { and, eq, isNull, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { type FilterColumns, listOrder, listWhere } from "~db/runList.server";
import { commissions } from "~db/schema";
import { authorize, ownAffiliate } from "../access";
import type { Context } from "../context";
import type { Cents } from "../money";
import type { CommissionKind, CommissionStatus } from "./commissionStates";
import type { OwnCommissionFilterKey, OwnCommissionQuery } from "./ownCommissionList";

/**
 * A commission as its affiliate sees it, without order or client (rules.md security/internal-text). Cents and ms UTC.
 */
export interface OwnCommission {
  id: string;
  kind: CommissionKind;
  /** Negative in a reversal. */
  amount: Cents;
  status: CommissionStatus;
  createdAt: number;
}

const columns: FilterColumns<OwnCommissionFilterKey> = { createdTime: commissions.createdAt };

/** The commissions an affiliate sees: their own APPROVED and PAID ones that are not void. */
export const seenByAffiliate = (affiliateId: string) =>
  and(
    eq(commissions.affiliateId, affiliateId),
    sql`${commissions.status} in ('APPROVED', 'PAID')`,
    isNull(commissions.voidedAt),
  );

/**
 * Returns a page of the calling affiliate's commissions, newest first, in one round trip. Throws Forbidden for
 * everyone else.
 */
export async function ownCommissions(ctx: Context, query: OwnCommissionQuery): Promise<Page<OwnCommission>> {
  authorize(ctx, "affiliates.own");
  const where = and(seenByAffiliate(ownAffiliate(ctx).id), listWhere(query, columns));
  const [content, totals] = await ctx.db.batch([
    ctx.db
      .select({
        id: commissions.id,
        kind: commissions.kind,
        amount: commissions.amount,
        status: commissions.status,
        createdAt: commissions.createdAt,
      })
      .from(commissions)
      .where(where)
      .orderBy(...listOrder(query, { createdTime: commissions.createdAt }, commissions.id))
      .limit(query.pageSize)
      .offset(query.page * query.pageSize),
    ctx.db.select({ total: sql<number>`count(*)` }).from(commissions).where(where),
  ]);
  return { content, totalElements: totals[0]?.total ?? 0 };
}
