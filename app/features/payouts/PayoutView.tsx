import type { PayoutRow, PayoutShare } from "~/domain/payouts/findPayouts";
import { formatDateTime } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DataTable } from "~/ui/list/DataTable";
import { StatementLinks } from "./StatementLinks";

/** A completed payout: each affiliate's share, with the statements. */
export function PayoutView({ payout }: { payout: PayoutRow & { shares: PayoutShare[] } }) {
  return (
    <>
      <PageHeader
        back={{ href: paths.payouts(), label: "Payouts" }}
        title={`Payout of ${formatDateTime(payout.createdAt)}`}
        help={[`By ${payout.createdByName}`, payout.note].filter(Boolean).join(". ")}
      />
      <DataTable
        caption="Payout per affiliate"
        columns={[
          { key: "name", label: "Affiliate" },
          { key: "email", label: "Email", card: "hidden" },
          { key: "lines", label: "Commissions", align: "right" },
          { key: "total", label: "Paid", align: "right" },
          { key: "statement", label: "Statement" },
        ]}
        rows={payout.shares.map((share) => ({
          key: share.affiliateId,
          href: paths.client(share.affiliateId),
          cells: {
            name: share.name,
            email: share.email,
            lines: share.lines,
            total: formatCents(share.total),
            statement: <StatementLinks payoutId={payout.id} affiliateId={share.affiliateId} of={share.name} />,
          },
        }))}
        footer={{ name: "Total", lines: payout.lines, total: formatCents(payout.total) }}
      />
    </>
  );
}
