import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { fullName } from "~db/fullName";
import { named } from "~db/named";
import { commissions, users } from "~db/schema";
import { authorize } from "../access";
import { agencyZone, type Context } from "../context";
import { throughDay } from "../days";
import type { Cents } from "../money";
import { MAX_PAYOUT_LINES, type PayoutChoice } from "./payoutInputs";

interface PayoutLine {
  id: string;
  version: number;
  amount: Cents;
}

/** One affiliate's share. Cents. */
interface AffiliateShare {
  affiliateId: string;
  name: string;
  email: string;
  lines: PayoutLine[];
  earned: Cents;
  /** Reversals of commissions already paid out: 0 or less. */
  takenBack: Cents;
  total: Cents;
  /** Why the affiliate is left out; null when paid. */
  leftOut: "minimum" | "nothing" | null;
}

export interface PayoutPreview {
  shares: AffiliateShare[];
  /** The sum of the shares that are paid. */
  total: Cents;
  count: number;
  /** True when the choice exceeds one payout; the rest waits for the next. */
  more: boolean;
}

/**
 * Calculates a payout by affiliate: the chosen approved commissions and every open reversal of the same affiliates.
 * Affiliates below the minimum, or with nothing to get, are left out entirely. Cents.
 */
export async function payoutPreview(ctx: Context, choice: PayoutChoice): Promise<PayoutPreview> {
  authorize(ctx, "payouts.manage");
  const rows = await ctx.db
    .select({
      id: named(commissions.id, "commission_id"),
      version: named(commissions.version, "commission_version"),
      amount: commissions.amount,
      kind: commissions.kind,
      affiliateId: commissions.affiliateId,
      name: fullName(users).as("affiliate_name"),
      email: users.email,
    })
    .from(commissions)
    .innerJoin(users, eq(users.id, commissions.affiliateId))
    .where(and(eq(commissions.status, "APPROVED"), isNull(commissions.voidedAt), chosen(ctx, choice)))
    // Reversals first, so that the line limit never postpones them.
    .orderBy(sql`${commissions.kind} = 'earned'`, asc(commissions.orderPaidAt), asc(commissions.id))
    .limit(MAX_PAYOUT_LINES + 1);
  const shares = new Map<string, AffiliateShare>();
  for (const { id, version, amount, kind, ...affiliate } of rows.slice(0, MAX_PAYOUT_LINES)) {
    const share: AffiliateShare = shares.get(affiliate.affiliateId) ?? {
      ...affiliate,
      lines: [],
      earned: 0,
      takenBack: 0,
      total: 0,
      leftOut: null,
    };
    share.lines.push({ id, version, amount });
    share[kind === "earned" ? "earned" : "takenBack"] += amount;
    share.total += amount;
    shares.set(affiliate.affiliateId, share);
  }
  const all = [...shares.values()].map((share) => ({
    ...share,
    leftOut: share.total <= 0 ? ("nothing" as const) : share.total < choice.minimum ? ("minimum" as const) : null,
  }));
  all.sort((a, b) => b.total - a.total || a.name.localeCompare(b.name));
  const paid = all.filter(({ leftOut }) => leftOut === null);
  return {
    shares: all,
    total: paid.reduce((sum, share) => sum + share.total, 0),
    count: paid.reduce((sum, { lines }) => sum + lines.length, 0),
    more: rows.length > MAX_PAYOUT_LINES,
  };
}

function chosen(ctx: Context, { ids, until }: PayoutChoice): SQL {
  if (until !== null)
    return sql`(${commissions.orderPaidAt} <= ${throughDay(until, agencyZone(ctx))} or ${commissions.kind} = 'reversal')`;
  const list = JSON.stringify(ids);
  const among = sql`(select value from json_each(${list}))`;
  const theirs = sql`(select k.affiliate_id from commissions k where k.id in (select value from json_each(${list})))`;
  return sql`(${commissions.id} in ${among} or (${commissions.kind} = 'reversal' and ${commissions.affiliateId} in ${theirs}))`;
}
