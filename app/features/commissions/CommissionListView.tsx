import type { SubmissionResult } from "@conform-to/react";
import { useLocation, useSearchParams } from "@remix-run/react";
import { type CommissionFilterKey, type CommissionQuery, commissionList } from "~/domain/commissions/commissionList";
import {
  type CommissionStatus,
  commissionStatuses,
  commissionStatusLabel,
} from "~/domain/commissions/commissionStates";
import type { CommissionListRow } from "~/domain/commissions/findCommissions";
import { ExportButton } from "~/features/exports/ExportButton";
import { formatShortDate } from "~/format/dates";
import type { ListFilter, Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { pageHref } from "~/list/pageHref";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { DateField } from "~/ui/form/DateField";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import { ActiveFilters } from "~/ui/list/ActiveFilters";
import { EmptyState } from "~/ui/list/EmptyState";
import { FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { Pagination } from "~/ui/list/Pagination";
import { CommissionTable } from "./CommissionTable";
import { StatusBar } from "./StatusBar";
import { tickedIn } from "./tickedIn";

interface CommissionListViewProps {
  query: CommissionQuery;
  /** Null when the commissions could not be read. */
  page: Page<CommissionListRow> | null;
  may: { takeBack: boolean };
  /** ms UTC. */
  now: number;
  lastResult?: SubmissionResult;
}

const list = paths.commissions();
const FORM = "chosen-commissions";
const statuses = commissionStatuses.map((value) => ({ value, label: commissionStatusLabel(value) }));

/** The commissions (document 3 section 2, Commissions list): the state of the list is its address. */
export function CommissionListView({ query, page, may, now, lastResult }: CommissionListViewProps) {
  const [search] = useSearchParams();
  const location = useLocation();
  const sorted = query.sort.by === "orderPaidDate" ? query.sort.direction : undefined;
  const chips = query.filters.map((filter) => ({
    label: `${commissionList.filters[filter.key].label}: ${wordsOf(filter)}`,
    removeHref:
      list +
      listToSearch(
        search,
        filter.operation === "btn" ? { dateField: null, from: null, to: null } : { [filter.key]: null },
      ),
  }));
  return (
    <ListPage
      title="Commissions"
      action={
        <>
          <LinkButton to={paths.payouts()}>Payouts</LinkButton>
          <ExportButton action={paths.commissionsExport() + listToSearch(search, {})} />
        </>
      }
      filters={<Filters search={search} />}
      chips={<ActiveFilters filters={chips} clearHref={list} />}
      table={
        page === null ? (
          <Alert tone="danger">An error occurred while fetching commissions. Please try again.</Alert>
        ) : page.content.length > 0 ? (
          // A new address, or the same one after an update, begins without a choice.
          <div className="stack-small" key={location.key}>
            <StatusBar
              id={FORM}
              action={list + listToSearch(search, { page: search.get("page") })}
              takesBack={may.takeBack}
              lastResult={lastResult}
            />
            <CommissionTable
              commissions={page.content}
              caption="Commissions"
              selectFor={FORM}
              ticked={tickedIn(lastResult)}
              now={now}
              sort={{
                sorted,
                sortHref: list + listToSearch(search, { sort: `orderPaidDate.${sorted === "desc" ? "asc" : "desc"}` }),
              }}
            />
          </div>
        ) : (
          <NoCommissions filtered={chips.length > 0} total={page.totalElements} />
        )
      }
      pagination={
        page && page.totalElements > 0 ? (
          <Pagination
            page={query.page}
            pageSize={query.pageSize}
            total={page.totalElements}
            sizes={commissionList.pageSizes}
            sizeName="size"
            hrefFor={pageHref(list, search, commissionList)}
          />
        ) : undefined
      }
    />
  );
}

function Filters({ search }: { search: URLSearchParams }) {
  const text = (name: string) => search.get(name) ?? "";
  const keep = ["sort", "size"].flatMap((name) => (search.get(name) ? [{ name, value: text(name) }] : []));
  return (
    <FilterBar
      action={list}
      clearHref={list}
      clearLabel="Clear Filters"
      applyLabel="Apply Filters"
      keep={[...keep, { name: "dateField", value: "orderPaidDate" }]}
    >
      <TextField
        label="Customer Name"
        name="refereeClientName"
        autoComplete="off"
        defaultValue={text("refereeClientName")}
      />
      <TextField
        label="Affiliate Name"
        name="referrerClientName"
        autoComplete="off"
        defaultValue={text("referrerClientName")}
      />
      <TextField
        label="Order Id"
        name="orderId"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={text("orderId")}
      />
      <DateField label="Order paid from" name="from" defaultValue={text("from")} />
      <DateField label="Order paid to" name="to" defaultValue={text("to")} />
      <SelectField label="Status" name="status" emptyLabel="ALL" options={statuses} defaultValue={text("status")} />
    </FilterBar>
  );
}

function wordsOf(filter: ListFilter<CommissionFilterKey>): string {
  if (filter.operation === "btn") return `${formatShortDate(filter.from)} to ${formatShortDate(filter.to)}`;
  if (filter.operation === "isnull") return "none";
  const values = filter.operation === "in" ? filter.values : [filter.value];
  return filter.key === "status"
    ? values.map((one) => commissionStatusLabel(one as CommissionStatus)).join(", ")
    : values.join(", ");
}

function NoCommissions({ filtered, total }: { filtered: boolean; total: number }) {
  if (total > 0)
    return <EmptyState title="Nothing on this page" action={<LinkButton to={list}>Go to the first page</LinkButton>} />;
  if (filtered)
    return (
      <EmptyState
        title="No commissions match"
        text="Take a filter away, or start over."
        action={<LinkButton to={list}>Clear Filters</LinkButton>}
      />
    );
  return <EmptyState title="No commissions yet" text="A paid order of a client whom an affiliate brought makes one." />;
}
