import type { OwnCommission } from "~/domain/commissions/ownCommissions";
import { formatDateTime } from "~/format/dates";
import { formatCents } from "~/format/money";
import type { Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { paths } from "~/paths";
import { Badge } from "~/ui/feedback/Badge";
import { StatusDot } from "~/ui/feedback/StatusDot";
import { DateField } from "~/ui/form/DateField";
import { LinkButton } from "~/ui/form/LinkButton";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";
import { FilterBar } from "~/ui/list/FilterBar";

const columns = [
  { key: "created", label: "Created Time", nowrap: true },
  { key: "amount", label: "Commission", align: "right" },
  { key: "status", label: "Status" },
] as const;

/** The affiliate's approved and paid commissions, narrowed by when they were made (document 3 section 2). */
export function OwnCommissions({ commissions, search }: { commissions: Page<OwnCommission>; search: URLSearchParams }) {
  const clearHref = paths.affiliate() + listToSearch(search, { from: null, to: null, dateField: null });
  const kept = ["fromDate", "toDate", "chart", "size"].flatMap((name) =>
    search.get(name) ? [{ name, value: search.get(name) ?? "" }] : [],
  );
  const narrowed = Boolean(search.get("from") && search.get("to"));
  return (
    <>
      <FilterBar
        action={paths.affiliate()}
        clearHref={clearHref}
        clearLabel="Clear"
        keep={[{ name: "tab", value: "commissions" }, { name: "dateField", value: "createdTime" }, ...kept]}
      >
        <DateField label="Created from" name="from" defaultValue={search.get("from") ?? ""} />
        <DateField label="Created to" name="to" defaultValue={search.get("to") ?? ""} />
      </FilterBar>
      {commissions.content.length > 0 ? (
        <DataTable
          caption="Commissions"
          columns={columns}
          rows={commissions.content.map((one) => ({
            key: one.id,
            href: paths.commission(one.id),
            cells: {
              created: formatDateTime(one.createdAt),
              amount: formatCents(one.amount),
              status: (
                <span className="row">
                  <StatusDot tone={one.status === "PAID" ? "success" : "info"}>
                    {one.status === "PAID" ? "Paid" : "Approved"}
                  </StatusDot>
                  {one.kind === "reversal" ? <Badge tone="warning">Taken back</Badge> : null}
                </span>
              ),
            },
          }))}
        />
      ) : commissions.totalElements > 0 ? (
        <EmptyState
          title="Nothing on this page"
          action={<LinkButton to={clearHref}>Go to the first page</LinkButton>}
        />
      ) : narrowed ? (
        <EmptyState
          title="No commissions in these days"
          text="Choose other days, or see all of them."
          action={<LinkButton to={clearHref}>Clear</LinkButton>}
        />
      ) : (
        <EmptyState title="No commissions yet" text="What you earn appears here once it is approved." />
      )}
    </>
  );
}
