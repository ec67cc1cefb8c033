import { and, asc, desc, eq, gt, isNull, max, min, or, sql } from "drizzle-orm";
import { commissionSettings, commissions, coupons, services } from "~db/schema";
import { authorize, ownAffiliate } from "../access";
import type { Context } from "../context";
import type { CouponType } from "../coupons/couponStates";
import { DAY_MS } from "../days";
import type { Cents } from "../money";
import { storedProgramme } from "./affiliateProgramme";
import { defaultRateText, rateText } from "./defaultRateText";

/** Commissions in one state. */
export interface EarningsStep {
  count: number;
  amount: Cents;
}

/** What an affiliate earns, on what terms, and where it stands. Cents and ms UTC. */
export interface HowYouEarn {
  /** Null when only the services of `rates` earn. */
  defaultRate: string | null;
  rates: { service: string; rate: string }[];
  /** The affiliate has more rates than `rates`. */
  moreRates: boolean;
  holdingDays: number;
  minimumPayout: Cents;
  /** `nextAt`: when the first of them leaves its holding period; `ready`: that time has come. */
  pending: EarningsStep & { nextAt: number | null; ready: boolean };
  /** Net of what was taken back. */
  approved: EarningsStep & { since: number | null };
  paid: EarningsStep & { lastAt: number | null };
  /** Codes whose orders are credited to the affiliate. */
  coupons: { code: string; type: CouponType; discount: number; expiresAt: number | null }[];
}

/** Most rates and coupons shown. */
const MOST = 50;

/** The calling affiliate's terms and balance (rules.md affiliates/terms). One round trip besides the settings. Throws Forbidden for others. */
export async function howYouEarn(ctx: Context): Promise<HowYouEarn> {
  authorize(ctx, "affiliates.own");
  const { id } = ownAffiliate(ctx);
  const { db } = ctx;
  const programme = await storedProgramme(ctx);
  const [rates, steps, credited] = await db.batch([
    db
      .select({
        service: services.name,
        percent: commissionSettings.percent,
        firstTime: commissionSettings.firstTime,
        perpetual: commissionSettings.perpetual,
      })
      .from(commissionSettings)
      .innerJoin(services, eq(services.id, commissionSettings.serviceId))
      .where(and(eq(commissionSettings.userId, id), isNull(services.archivedAt)))
      .orderBy(asc(services.nameFolded), asc(services.id))
      .limit(MOST + 1),
    db
      .select({
        status: commissions.status,
        count: sql<number>`count(*)`.as("lines"),
        amount: sql<number>`sum(${commissions.amount})`.as("sum_of_amounts"),
        firstPaidOrder: min(commissions.orderPaidAt).as("first_order"),
        firstApproved: min(commissions.approvedAt).as("first_approved"),
        lastPaid: max(commissions.paidAt).as("last_paid"),
      })
      .from(commissions)
      .where(and(eq(commissions.affiliateId, id), isNull(commissions.voidedAt)))
      .groupBy(commissions.status),
    db
      .select({
        code: coupons.code,
        type: coupons.type,
        discount: coupons.discount,
        expiresAt: coupons.expiresAt,
      })
      .from(coupons)
      .where(
        and(
          eq(coupons.affiliateId, id),
          isNull(coupons.deletedAt),
          or(isNull(coupons.expiresAt), gt(coupons.expiresAt, ctx.now)),
        ),
      )
      .orderBy(desc(coupons.createdAt))
      .limit(MOST),
  ]);
  const step = (status: string) => steps.find((one) => one.status === status);
  const sums = (status: string) => ({ count: step(status)?.count ?? 0, amount: step(status)?.amount ?? 0 });
  const firstPending = step("CREATED")?.firstPaidOrder ?? null;
  const nextAt = firstPending === null ? null : firstPending + programme.holdingDays * DAY_MS;
  return {
    defaultRate: defaultRateText(programme),
    rates: rates.slice(0, MOST).map(({ service, ...rate }) => ({ service, rate: rateText(rate) })),
    moreRates: rates.length > MOST,
    holdingDays: programme.holdingDays,
    minimumPayout: programme.minimumPayout,
    pending: {
      ...sums("CREATED"),
      nextAt,
      ready: nextAt !== null && nextAt <= ctx.now,
    },
    approved: { ...sums("APPROVED"), since: step("APPROVED")?.firstApproved ?? null },
    paid: { ...sums("PAID"), lastAt: step("PAID")?.lastPaid ?? null },
    coupons: credited,
  };
}
