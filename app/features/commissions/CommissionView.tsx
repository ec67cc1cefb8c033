import { Link } from "@remix-run/react";
import { attributionLabel, selfReferralLabels } from "~/domain/attribution/attributionLabel";
import type { CommissionDetails } from "~/domain/commissions/commissionDetails";
import { creditReasonLabels, reversalLabel, shareLabel } from "~/domain/commissions/commissionLabels";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Facts } from "~/ui/card/Facts";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DataTable } from "~/ui/list/DataTable";
import { CommissionStatus } from "./CommissionStatus";

interface CommissionViewProps {
  commission: CommissionDetails;
  staff: boolean;
  /** ms UTC. */
  now: number;
}

/** One commission, read-only: what it is and why this affiliate earned it (rules.md commissions/detail). */
export function CommissionView({ commission, staff, now }: CommissionViewProps) {
  const zone = useZone();
  const { payoutId } = commission;
  const statement = payoutId ? (
    <LinkButton to={paths.payoutStatement(payoutId, commission.affiliateId, "pdf")} reloadDocument>
      Statement (PDF)
    </LinkButton>
  ) : null;
  const back = staff
    ? { href: paths.commissions(), label: "Commissions" }
    : { href: paths.affiliate(), label: "Affiliate Program" };
  return (
    <>
      <PageHeader
        back={back}
        title={`Commission on order ${commission.orderNumber}`}
        badge={<CommissionStatus commission={commission} now={now} />}
        help={commission.serviceName}
        action={statement}
      />
      <div className="stack">
        <Card title="Commission">
          <Facts columns facts={factsOf(commission, staff, now, zone)} />
        </Card>
        <Card title="Why it was credited">
          <div className="stack-small">
            {reasonsOf(commission, staff).map((words) => (
              <p key={words}>{words}</p>
            ))}
          </div>
        </Card>
        {commission.lines.length > 1 ? (
          <Card title="All lines of this order">
            <DataTable
              caption="All lines of this order"
              columns={[
                { key: "what", label: "Line" },
                { key: "date", label: "Date", nowrap: true },
                { key: "amount", label: "Commission Amount", align: "right" },
              ]}
              rows={commission.lines.map((line) => ({
                key: line.id,
                cells: {
                  what:
                    line.id === commission.id ? (
                      lineName(line)
                    ) : (
                      <Link to={paths.commission(line.id)}>{lineName(line)}</Link>
                    ),
                  date: formatDateTime(line.createdAt, zone),
                  amount: line.voidedAt ? "Void" : formatCents(line.amount),
                },
              }))}
            />
          </Card>
        ) : null}
      </div>
    </>
  );
}

const lineName = ({ kind, amount }: { kind: CommissionDetails["kind"]; amount: number }) =>
  kind === "earned" ? "Earned" : reversalLabel(amount);

function factsOf(one: CommissionDetails, staff: boolean, now: number, zone: string) {
  const client = one.clientName ?? "Another customer";
  return [
    {
      label: "Order ID",
      value: staff ? <Link to={paths.order(one.orderId)}>{one.orderNumber}</Link> : one.orderNumber,
    },
    { label: "Customer", literal: true, value: staff ? <Link to={paths.client(one.clientId)}>{client}</Link> : client },
    ...(staff
      ? [
          {
            label: "Affiliate",
            literal: true,
            value: <Link to={paths.client(one.affiliateId)}>{one.affiliateName}</Link>,
          },
        ]
      : []),
    { label: "Order amount", value: formatCents(one.orderAmount) },
    { label: "Share", value: shareLabel(one) },
    { label: "Commission amount", value: formatCents(one.amount) },
    { label: "Order paid", value: formatDateTime(one.orderPaidAt, zone) },
    ...(staff && one.status === "CREATED" && !one.voidedAt && one.approvableAt > now
      ? [{ label: "Can be approved from", value: formatDateTime(one.approvableAt, zone) }]
      : []),
    ...(one.approvedAt ? [{ label: "Approved", value: formatDateTime(one.approvedAt, zone) }] : []),
    ...(one.paidAt ? [{ label: "Paid out", value: formatDateTime(one.paidAt, zone) }] : []),
    ...(one.voidedAt
      ? [{ label: "Void", value: `${formatDateTime(one.voidedAt, zone)}: ${one.voidReason ?? ""}` }]
      : []),
    ...(one.kind === "reversal" && one.voidReason ? [{ label: "Because", value: one.voidReason }] : []),
    ...(staff && one.payoutId
      ? [{ label: "Payout", value: <Link to={paths.payout(one.payoutId)}>See the payout</Link> }]
      : []),
  ];
}

function reasonsOf({ credit, selfReferral }: CommissionDetails, staff: boolean): string[] {
  if (!credit) return ["No details were recorded."];
  const earned = `${creditReasonLabels[credit.reason]}.`;
  if (credit.attribution) return [`${attributionLabel(credit.attribution)}.`, earned];
  const coupon = `The order used ${staff ? "the affiliate's" : "your"} coupon, and the customer had no earlier referrer.`;
  return [coupon, earned, ...(selfReferral ? [`${selfReferralLabels[selfReferral]}.`] : [])];
}
