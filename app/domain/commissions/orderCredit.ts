import type { OrderCreditReason, SelfReferral } from "../attribution/attributionReasons";

/** An affiliate who may be credited for an order, with the agreement for its service. */
export interface CreditCandidate {
  source: "signUp" | "coupon";
  affiliateId: string;
  selfReferral: SelfReferral | null;
  /** Whether the account is an affiliate and not deleted. */
  isAffiliate: boolean;
  /** Hundredths of a percent. This and the next two are null without an agreement. */
  percent: number | null;
  firstTime: 0 | 1 | null;
  perpetual: 0 | 1 | null;
  /** Whether the client paid for this service before. Only looked up for an agreement on the first time. */
  paidBefore: boolean;
}

/**
 * Who is credited for an order of this total (cents), and why it earns or not (rules.md commissions/agreements). The
 * client's affiliate wins over the coupon's. Null without an affiliate.
 */
export function orderCredit(
  total: number,
  candidates: readonly CreditCandidate[],
): (CreditCandidate & { reason: OrderCreditReason; earns: boolean }) | null {
  const candidate = candidates.find(({ source }) => source === "signUp") ?? candidates[0];
  if (!candidate) return null;
  const reason = reasonOf(total, candidate);
  return { ...candidate, reason, earns: reason === "perpetual" || reason === "firstTime" };
}

function reasonOf(total: number, { isAffiliate, percent, perpetual, firstTime, paidBefore }: CreditCandidate) {
  if (!isAffiliate) return "notAnAffiliate";
  if (!percent) return "noSetting";
  if (total === 0) return "nothingPaid";
  if (perpetual) return "perpetual";
  if (firstTime) return paidBefore ? "notTheFirst" : "firstTime";
  return "neitherChosen";
}
