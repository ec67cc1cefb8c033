import { COMMISSIONS_NOT_FETCHED } from "~/domain/affiliates/affiliateTexts";
import type { OwnCommission } from "~/domain/commissions/ownCommissions";
import { CommissionStatus } from "~/features/commissions/CommissionStatus";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime, formatDay } from "~/format/dates";
import { formatCents } from "~/format/money";
import type { Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { paths } from "~/paths";
import { DateField } from "~/ui/form/DateField";
import { LinkButton } from "~/ui/form/LinkButton";
import { DataTable } from "~/ui/list/DataTable";
import { FilterBar } from "~/ui/list/FilterBar";
import { ListBody } from "~/ui/list/ListBody";

const columns = [
  { key: "created", label: "Created Time", nowrap: true },
  { key: "amount", label: "Commission", align: "right" },
  { key: "status", label: "Status" },
  { key: "approved", label: "Approved", nowrap: true },
  { key: "paid", label: "Paid", nowrap: true },
] as const;

interface OwnCommissionsProps {
  /** Null when the query failed. */
  commissions: Page<OwnCommission> | null;
  firstHref: string;
  search: URLSearchParams;
}

/** The affiliate's approved and paid commissions, filtered by creation date. */
export function OwnCommissions({ commissions, firstHref, search }: OwnCommissionsProps) {
  const zone = useZone();
  const clearHref = paths.affiliate() + listToSearch(search, { from: null, to: null, dateField: null });
  const narrowed = Boolean(search.get("from") && search.get("to"));
  return (
    <>
      <FilterBar
        action={paths.affiliate()}
        clearHref={clearHref}
        clearLabel="Clear"
        hidden={[
          { name: "tab", value: "commissions" },
          { name: "dateField", value: "createdTime" },
        ]}
        keep={["fromDate", "toDate", "chart"]}
      >
        <DateField label="Created from" name="from" defaultValue={search.get("from") ?? ""} />
        <DateField label="Created to" name="to" defaultValue={search.get("to") ?? ""} />
      </FilterBar>
      <ListBody
        page={commissions}
        failure={COMMISSIONS_NOT_FETCHED}
        firstHref={firstHref}
        empty={
          narrowed
            ? {
                title: "No commissions in this date range",
                text: "Choose another date range, or see all commissions.",
                action: <LinkButton to={clearHref}>Clear</LinkButton>,
              }
            : {
                title: "No commissions yet",
                text: "Your earnings appear here once they are approved.",
                action: <LinkButton to={`${paths.affiliate()}?tab=unearned`}>Orders without commission</LinkButton>,
              }
        }
        table={(own) => (
          <DataTable
            caption="Commissions"
            columns={columns}
            rows={own.map((one) => ({
              key: one.id,
              href: paths.commission(one.id),
              cells: {
                created: formatDateTime(one.createdAt, zone),
                amount: formatCents(one.amount),
                approved: one.approvedAt === null ? null : formatDay(one.approvedAt, zone),
                paid: one.paidAt === null ? null : formatDay(one.paidAt, zone),
                status: <CommissionStatus commission={{ ...one, voidedAt: null, selfReferral: null }} />,
              },
            }))}
          />
        )}
      />
    </>
  );
}
