import type { PayoutRow, PayoutShare } from "~/domain/payouts/findPayouts";
import { type PayeeMethod, payeeMethodLabel } from "~/domain/payouts/payeeInput";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { formatCents } from "~/format/money";
import { readableEmail } from "~/format/readableEmail";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DataTable } from "~/ui/list/DataTable";
import { StatementLinks } from "./StatementLinks";

/** A completed payout: each affiliate's share, with the statements. */
export function PayoutView({
  payout,
  methods,
}: {
  payout: PayoutRow & { shares: PayoutShare[] };
  /** By affiliate id; absent without payee details. */
  methods: Record<string, PayeeMethod>;
}) {
  const zone = useZone();
  const counted = (method: PayeeMethod) => Object.values(methods).filter((one) => one === method).length;
  const missing = payout.shares.length - Object.keys(methods).length;
  return (
    <>
      <PageHeader
        back={{ href: paths.payouts(), label: "Payouts" }}
        title={`Payout of ${formatDateTime(payout.createdAt, zone)}`}
        help={[`By ${payout.createdByName}`, payout.note].filter(Boolean).join(". ")}
        action={
          <>
            <LinkButton to={paths.payoutFile(payout.id, "bank")} reloadDocument icon={<Icon name="download" />}>
              Bank CSV for upload ({counted("BANK")})
            </LinkButton>
            <LinkButton to={paths.payoutFile(payout.id, "paypal")} reloadDocument icon={<Icon name="download" />}>
              PayPal CSV for upload ({counted("PAYPAL")})
            </LinkButton>
            <LinkButton to={paths.payoutFile(payout.id, "xlsx")} reloadDocument icon={<Icon name="download" />}>
              Spreadsheet to read ({payout.shares.length - missing})
            </LinkButton>
          </>
        }
      />
      {missing > 0 ? (
        <Alert tone="warning">
          {missing === 1 ? "1 affiliate has" : `${missing} affiliates have`} no payee details and{" "}
          {missing === 1 ? "is" : "are"} in no file.
        </Alert>
      ) : null}
      <DataTable
        caption="Payout per affiliate"
        columns={[
          { key: "name", label: "Affiliate" },
          { key: "email", label: "Email", literal: true, card: "hidden" },
          { key: "lines", label: "Commissions", align: "right" },
          { key: "total", label: "Paid", align: "right" },
          { key: "method", label: "Paid by" },
          { key: "statement", label: "Statement" },
        ]}
        rows={payout.shares.map((share) => ({
          key: share.affiliateId,
          href: paths.client(share.affiliateId),
          cells: {
            name: share.name,
            email: readableEmail(share.email),
            lines: share.lines,
            total: formatCents(share.total),
            method: methods[share.affiliateId] ? payeeMethodLabel(methods[share.affiliateId]!) : "No details",
            statement: <StatementLinks payoutId={payout.id} affiliateId={share.affiliateId} of={share.name} />,
          },
        }))}
        footer={{ name: "Total", lines: payout.lines, total: formatCents(payout.total) }}
      />
    </>
  );
}
