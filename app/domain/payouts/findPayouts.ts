import { asc, desc, eq, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { fullName } from "~db/fullName";
import { named } from "~db/named";
import { payoutShares, payouts, users } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { NotFound } from "../errors";
import type { Cents } from "../money";
import type { PayoutQuery } from "./payoutList";

/** Cents and ms UTC. */
export interface PayoutRow {
  id: string;
  createdAt: number;
  createdByName: string;
  note: string;
  affiliates: number;
  lines: number;
  total: Cents;
}

const fields = {
  id: named(payouts.id, "payout_id"),
  createdAt: named(payouts.createdAt, "payout_created_at"),
  note: payouts.note,
  createdByName: fullName(users).as("created_by_name"),
  affiliates: payouts.affiliates,
  lines: payouts.lines,
  total: payouts.total,
};

const selectPayouts = ({ db }: Context) =>
  db.select(fields).from(payouts).innerJoin(users, eq(users.id, payouts.createdById));

/** Returns a page of payouts with the total, in one round trip. */
export async function findPayouts(ctx: Context, { page, pageSize }: PayoutQuery): Promise<Page<PayoutRow>> {
  authorize(ctx, "payouts.manage");
  const [content, totals] = await ctx.db.batch([
    selectPayouts(ctx)
      .orderBy(desc(payouts.createdAt), desc(payouts.id))
      .limit(pageSize)
      .offset(page * pageSize),
    ctx.db.select({ total: sql<number>`count(*)` }).from(payouts),
  ]);
  return { content, totalElements: totals[0]?.total ?? 0 };
}

/** One affiliate's share of a payout. Cents. */
export interface PayoutShare {
  affiliateId: string;
  name: string;
  email: string;
  lines: number;
  total: Cents;
}

/** Returns a payout with each affiliate's share. Throws NotFound. */
export async function payoutDetails(ctx: Context, id: string): Promise<PayoutRow & { shares: PayoutShare[] }> {
  authorize(ctx, "payouts.manage");
  const [[payout], shares] = await ctx.db.batch([
    selectPayouts(ctx).where(eq(payouts.id, id)),
    ctx.db
      .select({
        affiliateId: payoutShares.affiliateId,
        name: fullName(users).as("name"),
        email: users.email,
        lines: payoutShares.lines,
        total: payoutShares.total,
      })
      .from(payoutShares)
      .innerJoin(users, eq(users.id, payoutShares.affiliateId))
      .where(eq(payoutShares.payoutId, id))
      .orderBy(desc(payoutShares.total), asc(payoutShares.affiliateId)),
  ]);
  if (!payout) throw new NotFound();
  return { ...payout, shares };
}

/** Returns the calling customer's last 100 payouts, newest first. Cents and ms UTC. */
export async function ownPayouts(
  ctx: Context,
): Promise<{ id: string; affiliateId: string; createdAt: number; lines: number; total: Cents }[]> {
  authorize(ctx, "payouts.own");
  return await ctx.db
    .select({
      id: named(payouts.id, "payout_id"),
      affiliateId: payoutShares.affiliateId,
      createdAt: named(payouts.createdAt, "payout_created_at"),
      lines: named(payoutShares.lines, "share_lines"),
      total: named(payoutShares.total, "share_total"),
    })
    .from(payoutShares)
    .innerJoin(payouts, eq(payouts.id, payoutShares.payoutId))
    .where(eq(payoutShares.affiliateId, actorId(ctx)))
    .orderBy(desc(payouts.createdAt), desc(payouts.id))
    .limit(100);
}
