import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { listSource, runList } from "~db/runList.server";
import { affiliateCommissions, commissions } from "~db/schema";
import { authorize, ownAffiliate } from "../access";
import type { Context } from "../context";
import type { Cents } from "../money";
import { type CommissionKind, type CommissionStatus, statusesOfAffiliate } from "./commissionStates";
import type { OwnCommissionQuery } from "./ownCommissionList";

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
  approvedAt: number | null;
  paidAt: number | null;
}

const listed = listSource({
  table: commissions,
  id: commissions.id,
  columns: {
    id: commissions.id,
    kind: commissions.kind,
    amount: commissions.amount,
    status: commissions.status,
    createdAt: commissions.createdAt,
    approvedAt: commissions.approvedAt,
    paidAt: commissions.paidAt,
  },
  filters: { createdTime: commissions.createdAt },
  sorts: { createdTime: commissions.createdAt },
});

/** The commissions an affiliate sees: their own APPROVED and PAID ones that are not void. */
export const seenByAffiliate = (affiliateId: string) =>
  and(
    eq(commissions.affiliateId, affiliateId),
    sql`${commissions.status} in ('APPROVED', 'PAID')`,
    isNull(commissions.voidedAt),
  );

/** A stored counter has the total of all that an affiliate sees. */
const countedFor = ({ db }: Context, affiliateId: string) =>
  db
    .select({ total: sql<number>`coalesce(sum(${affiliateCommissions.count}), 0)`.as("total") })
    .from(affiliateCommissions)
    .where(
      and(
        eq(affiliateCommissions.affiliateId, affiliateId),
        inArray(affiliateCommissions.status, [...statusesOfAffiliate]),
      ),
    );

/**
 * Returns a page of the calling affiliate's commissions, newest first, in one round trip. Throws Forbidden for
 * everyone else.
 */
export async function ownCommissions(ctx: Context, query: OwnCommissionQuery): Promise<Page<OwnCommission>> {
  authorize(ctx, "affiliates.own");
  const { id } = ownAffiliate(ctx);
  const total = query.filters.length > 0 ? null : countedFor(ctx, id);
  return await runList(ctx.db, listed, query, { where: seenByAffiliate(id), total });
}
