import { Link } from "@remix-run/react";
import { selfReferralLabels } from "~/domain/attribution/attributionLabel";
import type { OrderCredit } from "~/domain/commissions/commissionDetails";
import { creditReasonLabels } from "~/domain/commissions/commissionLabels";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { CommissionStatus } from "./CommissionStatus";

/** Staff only: which affiliate an order is credited to, why, and what it earned. */
export function OrderCreditCard({ credit }: { credit: OrderCredit }) {
  const { affiliateId, affiliateName, source, reason, selfReferral, lines } = credit;
  return (
    <Card title="Affiliate">
      <div className="stack-small">
        <p>
          <Link to={paths.client(affiliateId)}>{affiliateName}</Link>,{" "}
          {source === "signUp" ? "who referred the customer" : "by their coupon"}
        </p>
        <p className="small">{creditReasonLabels[reason]}</p>
        {selfReferral ? <p className="small">{selfReferralLabels[selfReferral]}</p> : null}
        {lines.map((line) => (
          <div key={line.id} className="row">
            <Link to={paths.commission(line.id)}>{formatCents(line.amount)}</Link>
            <CommissionStatus commission={{ ...line, selfReferral: null }} />
          </div>
        ))}
      </div>
    </Card>
  );
}
