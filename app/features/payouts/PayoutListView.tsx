import type { PayoutRow } from "~/domain/payouts/findPayouts";
import { type PayoutQuery, payoutList } from "~/domain/payouts/payoutList";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { formatCents } from "~/format/money";
import type { Page } from "~/list/defineList";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";
import { DataTable } from "~/ui/list/DataTable";
import { ListPage } from "~/ui/list/ListPage";

/** Past payouts, newest first. */
export function PayoutListView({ query, page }: { query: PayoutQuery; page: Page<PayoutRow> | null }) {
  const zone = useZone();
  const make = (
    <LinkButton to={paths.payoutNew()} variant="solid" icon={<Icon name="plus" />}>
      New Payout
    </LinkButton>
  );
  return (
    <ListPage
      title="Payouts"
      back={{ href: paths.commissions(), label: "Commissions" }}
      action={make}
      href={paths.payouts()}
      list={payoutList}
      query={query}
      page={page}
      noun="payouts"
      empty={{
        title: "No payouts yet",
        text: "A payout marks approved commissions as PAID and creates a statement for each affiliate.",
        action: make,
      }}
      table={(payouts) => (
        <DataTable
          caption="Payouts"
          columns={[
            { key: "date", label: "Date", nowrap: true },
            { key: "affiliates", label: "Affiliates", align: "right" },
            { key: "lines", label: "Commissions", align: "right", card: "hidden" },
            { key: "total", label: "Total", align: "right" },
            { key: "by", label: "By", literal: true, card: "hidden" },
            { key: "note", label: "Note", card: "hidden" },
          ]}
          rows={payouts.map((one) => ({
            key: one.id,
            href: paths.payout(one.id),
            cells: {
              date: formatDateTime(one.createdAt, zone),
              affiliates: one.affiliates,
              lines: one.lines,
              total: formatCents(one.total),
              by: one.createdByName,
              note: one.note,
            },
          }))}
        />
      )}
    />
  );
}
