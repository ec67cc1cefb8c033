import { selfReferralLabels } from "~/domain/attribution/attributionLabel";
import type { OrderCredit } from "~/domain/commissions/commissionDetails";
import { creditReasonLabels } from "~/domain/commissions/commissionLabels";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import type { StatusView } from "~/ui/feedback/StatusWithNotes";
import { commissionStatusView } from "./commissionStatusView";

export interface CreditView {
  affiliate: { name: string; href: string };
  /** How the affiliate got the order; follows the name. */
  by: string;
  notes: string[];
  lines: { id: string; amount: string; href: string; status: StatusView }[];
}

/**
 * Staff only: which affiliate an order is credited to, why, and what it earned. Written on the server, because
 * customers load the same scripts (rules.md speed/scripts).
 */
export function creditView({
  affiliateId,
  affiliateName,
  source,
  reason,
  selfReferral,
  lines,
}: OrderCredit): CreditView {
  return {
    affiliate: { name: affiliateName ?? "", href: paths.client(affiliateId) },
    by: source === "signUp" ? "who referred the customer" : "by their coupon",
    notes: [creditReasonLabels[reason], ...(selfReferral ? [selfReferralLabels[selfReferral]] : [])],
    lines: lines.map((line) => ({
      id: line.id,
      amount: formatCents(line.amount),
      href: paths.commission(line.id),
      status: commissionStatusView({ ...line, selfReferral: null }),
    })),
  };
}
