import type { SubmissionResult } from "@conform-to/react";
import { useSearchParams } from "@remix-run/react";
import { type CommissionQuery, commissionList } from "~/domain/commissions/commissionList";
import {
  type CommissionState,
  type CommissionStatus,
  commissionStateLabel,
  commissionStates,
  commissionStatuses,
  commissionStatusLabel,
} from "~/domain/commissions/commissionStates";
import type { CommissionsToChange } from "~/domain/commissions/findCommissions";
import { ExportButton } from "~/features/exports/ExportButton";
import { ListViews } from "~/features/views/ListViews";
import { filterChips } from "~/list/filterChips";
import { listToSearch } from "~/list/listToSearch";
import { sortLink } from "~/list/sortLink";
import { paths } from "~/paths";
import { DateField } from "~/ui/form/DateField";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import { useNavigationKey } from "~/ui/form/useActionResult";
import { FILTER_FORM, FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { tickedIn } from "~/ui/list/tickedIn";
import { CommissionTable } from "./CommissionTable";
import { StatusBar } from "./StatusBar";

interface CommissionListViewProps {
  query: CommissionQuery;
  /** Null when the query failed. */
  page: CommissionsToChange | null;
  may: { takeBack: boolean };
  /** ms UTC. */
  now: number;
  lastResult?: SubmissionResult;
}

const list = paths.commissions();
const FORM = "chosen-commissions";
const statuses = commissionStatuses.map((value) => ({ value, label: commissionStatusLabel(value) }));

export function CommissionListView({ query, page, may, now, lastResult }: CommissionListViewProps) {
  const [search] = useSearchParams();
  const formKey = useNavigationKey();
  const chips = filterChips({
    list: commissionList,
    filters: query.filters,
    href: list,
    search,
    nameOf: (key, value) =>
      key === "status"
        ? commissionStatusLabel(value as CommissionStatus)
        : key === "state"
          ? commissionStateLabel(value as CommissionState)
          : String(value),
  });
  return (
    <ListPage
      title="Commissions"
      views={<ListViews list={list} />}
      action={
        <>
          <LinkButton to={paths.payouts()}>Payouts</LinkButton>
          <ExportButton action={paths.commissionsExport()} form={FILTER_FORM} />
        </>
      }
      filters={<Filters search={search} />}
      chips={chips}
      href={list}
      list={commissionList}
      query={query}
      page={page}
      failure="An error occurred while fetching commissions. Please try again."
      noun="commissions"
      empty={{
        title: "No commissions yet",
        text: "A commission is created when a referred client pays for an order.",
        action: <LinkButton to={paths.affiliates()}>Show affiliates</LinkButton>,
      }}
      table={(commissions) => (
        // A new URL or a successful update clears the selection. A failed post keeps it.
        <div className="stack-small">
          <StatusBar
            key={formKey}
            id={FORM}
            action={list + listToSearch(search, { page: search.get("page") })}
            takesBack={may.takeBack}
            lastResult={lastResult}
            rows={commissions}
            matching={page && { count: page.totalElements, amount: page.matchingAmount }}
          />
          <CommissionTable
            commissions={commissions}
            caption="Commissions"
            selectFor={FORM}
            ticked={tickedIn(lastResult, "commission")}
            round={formKey}
            now={now}
            sort={sortLink(list, search, query.sort)("orderPaidDate")}
          />
        </div>
      )}
    />
  );
}

function Filters({ search }: { search: URLSearchParams }) {
  const text = (name: string) => search.get(name) ?? "";
  return (
    <FilterBar
      action={list}
      clearHref={list}
      clearLabel="Clear Filters"
      applyLabel="Apply Filters"
      hidden={[{ name: "dateField", value: "orderPaidDate" }]}
      keep={["referrerClientId", "refereeClientId"]}
      more={{
        names: ["orderId", "from", "state"],
        fields: (
          <>
            {" "}
            <TextField
              label="Order Id"
              name="orderId"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={text("orderId")}
            />
            <div className="filter-range">
              <DateField label="Order paid from" name="from" defaultValue={text("from")} />
              <DateField label="Order paid to" name="to" defaultValue={text("to")} />
            </div>
            <SelectField
              label="State"
              name="state"
              emptyLabel="Any"
              options={commissionStates.map((value) => ({ value, label: commissionStateLabel(value) }))}
              defaultValue={text("state")}
            />
          </>
        ),
      }}
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
      <SelectField label="Status" name="status" emptyLabel="ALL" options={statuses} defaultValue={text("status")} />
    </FilterBar>
  );
}
