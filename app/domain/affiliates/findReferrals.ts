import { eq, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { type ListRow, listSource, runList } from "~db/runList.server";
import { affiliateTotals, attributions, users } from "~db/schema";
import { authorize, ownAffiliate } from "../access";
import { attributionLabel } from "../attribution/attributionLabel";
import type { Context } from "../context";
import type { UserStatus } from "../roles";
import type { ReferralQuery } from "./referralList";

/** Everything an affiliate may see of a referred client (rules.md security/internal-text). ms UTC. */
export interface Referral {
  firstName: string;
  lastName: string;
  createdAt: number;
  userStatus: UserStatus;
  /** The reason why the sign-up counts. */
  words: string;
}

const person = sql`left join ${users} on ${eq(users.id, attributions.userId)}`;

const referrals = listSource({
  table: attributions,
  id: attributions.userId,
  columns: {
    firstName: users.firstName,
    lastName: users.lastName,
    // Equals the account's creation time, and its order has an index.
    createdAt: attributions.decidedAt,
    userStatus: users.userStatus,
    reason: attributions.reason,
    selfReferral: attributions.selfReferral,
    code: attributions.affiliateCode,
    clickedAt: attributions.clickedAt,
  },
  filterJoin: person,
  join: person,
  filters: {
    // Ignored: the caller's own id is always used.
    referrerClientId: () => undefined,
    firstName: users.firstNameFolded,
    lastName: users.lastNameFolded,
  },
  sorts: { createdTime: attributions.decidedAt },
});

const toReferral = ({ reason, selfReferral, code, clickedAt, ...row }: ListRow<typeof referrals>): Referral => ({
  ...row,
  words: attributionLabel({ reason, selfReferral, affiliateCode: code, clickedAt, decidedAt: row.createdAt }),
});

/** A stored counter has the total of all referrals. */
const countedFor = (ctx: Context) =>
  ctx.db
    .select({ total: sql<number>`coalesce(sum(${affiliateTotals.referrals}), 0)`.as("total") })
    .from(affiliateTotals)
    .where(eq(affiliateTotals.affiliateId, ownAffiliate(ctx).id));

/**
 * Returns a page of the calling affiliate's referrals, newest first, in one round trip. Throws Forbidden for everyone
 * else.
 */
export async function findReferrals(ctx: Context, query: ReferralQuery): Promise<Page<Referral>> {
  authorize(ctx, "affiliates.own");
  // Clients are never deleted.
  const where = eq(attributions.affiliateId, ownAffiliate(ctx).id);
  const total = query.filters.length > 0 ? null : countedFor(ctx);
  return await runList(ctx.db, referrals, query, { where, total, toRow: toReferral });
}
