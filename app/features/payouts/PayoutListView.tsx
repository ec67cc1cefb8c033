import { useSearchParams } from "@remix-run/react";
import { Plus } from "lucide-react";
import type { PayoutRow } from "~/domain/payouts/findPayouts";
import { type PayoutQuery, payoutList } from "~/domain/payouts/payoutList";
import { formatDateTime } from "~/format/dates";
import { formatCents } from "~/format/money";
import type { Page } from "~/list/defineList";
import { pageHref } from "~/list/pageHref";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";
import { ListPage } from "~/ui/list/ListPage";
import { Pagination } from "~/ui/list/Pagination";

/** Past payouts, newest first. */
export function PayoutListView({ query, page }: { query: PayoutQuery; page: Page<PayoutRow> }) {
  const [search] = useSearchParams();
  const make = (
    <LinkButton to={paths.payoutNew()} variant="solid" icon={<Plus className="icon" size={16} />}>
      New Payout
    </LinkButton>
  );
  return (
    <ListPage
      title="Payouts"
      back={{ href: paths.commissions(), label: "Commissions" }}
      action={make}
      table={
        page.content.length > 0 ? (
          <DataTable
            caption="Payouts"
            columns={[
              { key: "date", label: "Date", nowrap: true },
              { key: "affiliates", label: "Affiliates", align: "right" },
              { key: "lines", label: "Commissions", align: "right", card: "hidden" },
              { key: "total", label: "Total", align: "right" },
              { key: "by", label: "By", card: "hidden" },
              { key: "note", label: "Note", card: "hidden" },
            ]}
            rows={page.content.map((one) => ({
              key: one.id,
              href: paths.payout(one.id),
              cells: {
                date: formatDateTime(one.createdAt),
                affiliates: one.affiliates,
                lines: one.lines,
                total: formatCents(one.total),
                by: one.createdByName,
                note: one.note,
              },
            }))}
          />
        ) : (
          <EmptyState
            title={page.totalElements > 0 ? "Nothing on this page" : "No payouts yet"}
            text="A payout makes approved commissions PAID and writes each affiliate a statement."
            action={make}
          />
        )
      }
      pagination={
        page.totalElements > 0 ? (
          <Pagination
            page={query.page}
            pageSize={query.pageSize}
            total={page.totalElements}
            sizes={payoutList.pageSizes}
            sizeName="size"
            hrefFor={pageHref(paths.payouts(), search, payoutList)}
          />
        ) : undefined
      }
    />
  );
}
