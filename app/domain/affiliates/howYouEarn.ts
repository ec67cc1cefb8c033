import { and, asc, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { affiliateCommissions, commissionSettings, commissions, coupons, services } from "~db/schema";
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
  /** The next commissions to leave their holding period. */
  holding: { id: string; amount: Cents; approvableAt: number }[];
  /** More of them are in it than `holding` shows. */
  moreHolding: boolean;
  /** Net of what was taken back. */
  approved: EarningsStep & { since: number | null };
  paid: EarningsStep & { lastAt: number | null };
  /** Codes whose orders are credited to the affiliate. */
  coupons: { code: string; type: CouponType; discount: number; expiresAt: number | null }[];
}

/**
 * The first or last moment at which an open, approved or paid commission came into its status. The expression is the
 * index's.
 */
const momentOf = (direction: "asc" | "desc") => {
  const moment = sql`case status when 'CREATED' then order_paid_at when 'APPROVED' then approved_at else paid_at end`;
  return sql<number | null>`(select ${moment} from commissions
    where affiliate_id = affiliate_commissions.affiliate_id and status = affiliate_commissions.status and voided_at is null and ${moment} is not null
    order by ${moment} ${sql.raw(direction)} limit 1)`;
};

/** Most rates and coupons shown. */
const MOST = 50;
const MAX_HOLDING = 10;

/**
 * The calling affiliate's terms and balance (rules.md affiliates/terms). One round trip besides the settings. Throws
 * Forbidden for others.
 */
export async function howYouEarn(ctx: Context): Promise<HowYouEarn> {
  authorize(ctx, "affiliates.own");
  const { id } = ownAffiliate(ctx);
  const { db } = ctx;
  const programme = await storedProgramme(ctx);
  const holdingMs = programme.holdingDays * DAY_MS;
  const [rates, steps, credited, held] = await db.batch([
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
        status: affiliateCommissions.status,
        count: affiliateCommissions.count,
        amount: affiliateCommissions.amount,
        first: momentOf("asc").as("first_of_status"),
        last: momentOf("desc").as("last_of_status"),
      })
      .from(affiliateCommissions)
      .where(eq(affiliateCommissions.affiliateId, id)),
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
    db
      .select({ id: commissions.id, amount: commissions.amount, orderPaidAt: commissions.orderPaidAt })
      .from(commissions)
      .where(
        and(
          eq(commissions.affiliateId, id),
          eq(commissions.status, "CREATED"),
          isNull(commissions.voidedAt),
          gt(commissions.orderPaidAt, ctx.now - holdingMs),
        ),
      )
      .orderBy(asc(commissions.orderPaidAt), asc(commissions.id))
      .limit(MAX_HOLDING + 1),
  ]);
  const step = (status: string) => steps.find((one) => one.status === status);
  const sums = (status: string) => ({ count: step(status)?.count ?? 0, amount: step(status)?.amount ?? 0 });
  const firstPending = step("CREATED")?.first ?? null;
  const nextAt = firstPending === null ? null : firstPending + holdingMs;
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
    holding: held
      .slice(0, MAX_HOLDING)
      .map(({ orderPaidAt, ...one }) => ({ ...one, approvableAt: orderPaidAt + holdingMs })),
    moreHolding: held.length > MAX_HOLDING,
    approved: { ...sums("APPROVED"), since: step("APPROVED")?.first ?? null },
    paid: { ...sums("PAID"), lastAt: step("PAID")?.last ?? null },
    coupons: credited,
  };
}
