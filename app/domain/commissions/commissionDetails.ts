import { and, asc, eq, sql } from "drizzle-orm";
import { fullNameById } from "~db/fullName";
import { named } from "~db/named";
import { attributions, commissions, orderCredits } from "~db/schema";
import { authorize } from "../access";
import type { DecidedAttribution } from "../attribution/attributionLabel";
import type { OrderCreditReason } from "../attribution/attributionReasons";
import { type Context, isStaff } from "../context";
import { NotFound } from "../errors";
import type { Cents } from "../money";
import { type CommissionListRow, readCommission } from "./findCommissions";
import { visibleCommissions } from "./visibleCommissions";

/** Why this affiliate was credited, as stored when it was decided. */
export interface CommissionCredit {
  reason: OrderCreditReason;
  /** The client's attribution; null for a coupon. */
  attribution: DecidedAttribution | null;
}

export interface CommissionDetails extends CommissionListRow {
  /** Hundredths of a percent. */
  percent: number;
  approvedAt: number | null;
  paidAt: number | null;
  voidReason: string | null;
  payoutId: string | null;
  credit: CommissionCredit | null;
  /** All lines of the order that the actor may see, including this one, oldest first. Cents. */
  lines: { id: string; kind: CommissionListRow["kind"]; amount: Cents; createdAt: number; voidedAt: number | null }[];
}

const decided = {
  reason: named(attributions.reason, "sign_up_reason"),
  selfReferral: named(attributions.selfReferral, "sign_up_self_referral"),
  affiliateCode: attributions.affiliateCode,
  clickedAt: attributions.clickedAt,
  decidedAt: named(attributions.decidedAt, "sign_up_decided_at"),
};

/**
 * Returns a commission with the reason of its attribution (rules.md commissions/detail). Affiliates see only their
 * own APPROVED and PAID ones. Throws NotFound.
 */
export async function commissionDetails(ctx: Context, id: string): Promise<CommissionDetails> {
  authorize(ctx, "commissions.read");
  const { db } = ctx;
  const row = await readCommission(ctx, id);
  if (!row) throw new NotFound();
  const visible = visibleCommissions(ctx.actor);
  const [[rest], [credit], lines] = await db.batch([
    db
      .select({
        percent: commissions.percent,
        approvedAt: commissions.approvedAt,
        paidAt: commissions.paidAt,
        voidReason: commissions.voidReason,
        payoutId: commissions.payoutId,
      })
      .from(commissions)
      .where(eq(commissions.id, id)),
    db
      .select({
        source: orderCredits.source,
        creditReason: named(orderCredits.reason, "credit_reason"),
        attribution: decided,
      })
      .from(orderCredits)
      .leftJoin(
        attributions,
        and(eq(attributions.userId, row.clientId), eq(attributions.affiliateId, orderCredits.affiliateId)),
      )
      .where(eq(orderCredits.orderId, row.orderId)),
    db
      .select({
        id: commissions.id,
        kind: commissions.kind,
        amount: commissions.amount,
        createdAt: commissions.createdAt,
        voidedAt: commissions.voidedAt,
      })
      .from(commissions)
      // 'is true' keeps the planner on the order: by affiliate it would read all of theirs.
      .where(and(eq(commissions.orderId, row.orderId), visible && sql`(${visible}) is true`))
      .orderBy(asc(commissions.id)),
  ]);
  if (!rest) throw new NotFound();
  const attribution = credit?.source === "signUp" ? credit.attribution : null;
  return { ...row, ...rest, credit: credit ? { reason: credit.creditReason, attribution } : null, lines };
}

/** Returns an order's affiliate, credit reason and commissions for staff; null without an affiliate. */
export async function orderCredit(ctx: Context, orderId: string) {
  if (!isStaff(ctx.actor)) return null;
  authorize(ctx, "commissions.manage");
  const { db } = ctx;
  const [[credit], lines] = await db.batch([
    db
      .select({
        affiliateId: orderCredits.affiliateId,
        source: orderCredits.source,
        reason: orderCredits.reason,
        selfReferral: orderCredits.selfReferral,
        affiliateName: fullNameById(orderCredits.affiliateId).as("affiliate_name"),
      })
      .from(orderCredits)
      .where(eq(orderCredits.orderId, orderId)),
    db.select().from(commissions).where(eq(commissions.orderId, orderId)).orderBy(asc(commissions.id)),
  ]);
  return credit
    ? {
        ...credit,
        lines: lines.map(({ id, kind, amount, status, voidedAt, selfReferral }) => ({
          id,
          kind,
          amount,
          status,
          voidedAt,
          selfReferral,
        })),
      }
    : null;
}
export type OrderCredit = NonNullable<Awaited<ReturnType<typeof orderCredit>>>;
