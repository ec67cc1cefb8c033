import { and, eq, isNull, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { type FilterColumns, listOrder, listWhere } from "~db/runList.server";
import { attributions, users } from "~db/schema";
import { authorize, ownAffiliate } from "../access";
import { attributionLabel } from "../attribution/attributionLabel";
import type { Context } from "../context";
import type { UserStatus } from "../roles";
import type { ReferralFilterKey, ReferralQuery } from "./referralList";

/** Everything an affiliate may see of a referred client (rules.md security/internal-text). ms UTC. */
export interface Referral {
  firstName: string;
  lastName: string;
  createdAt: number;
  userStatus: UserStatus;
  /** The reason why the sign-up counts. */
  words: string;
}

const columns: FilterColumns<ReferralFilterKey> = {
  // Ignored: the caller's own id is always used.
  referrerClientId: () => undefined,
  firstName: users.firstNameFolded,
  lastName: users.lastNameFolded,
};

/**
 * Returns a page of the calling affiliate's referrals, newest first, in one round trip. Throws Forbidden for everyone
 * else.
 */
export async function findReferrals(ctx: Context, query: ReferralQuery): Promise<Page<Referral>> {
  authorize(ctx, "affiliates.own");
  const { id } = ownAffiliate(ctx);
  const where = and(eq(attributions.affiliateId, id), isNull(users.deletedAt), listWhere(query, columns));
  const [rows, totals] = await ctx.db.batch([
    ctx.db
      .select({
        firstName: users.firstName,
        lastName: users.lastName,
        // Equals the account's creation time, and its order has an index.
        createdAt: attributions.decidedAt,
        userStatus: users.userStatus,
        reason: attributions.reason,
        selfReferral: attributions.selfReferral,
        code: attributions.affiliateCode,
        clickedAt: attributions.clickedAt,
      })
      .from(attributions)
      .innerJoin(users, eq(users.id, attributions.userId))
      .where(where)
      .orderBy(...listOrder(query, { createdTime: attributions.decidedAt }, attributions.userId))
      .limit(query.pageSize)
      .offset(query.page * query.pageSize),
    ctx.db
      .select({ total: sql<number>`count(*)` })
      .from(attributions)
      .innerJoin(users, eq(users.id, attributions.userId))
      .where(where),
  ]);
  return {
    content: rows.map(({ reason, selfReferral, code, clickedAt, ...row }) => ({
      ...row,
      words: attributionLabel({ reason, selfReferral, affiliateCode: code, clickedAt, decidedAt: row.createdAt }),
    })),
    totalElements: totals[0]?.total ?? 0,
  };
}
