import { useSearchParams } from "@remix-run/react";
import {
  type AffiliateFilterKey,
  type AffiliateQuery,
  type AffiliateSort,
  affiliateList,
} from "~/domain/affiliates/affiliateList";
import type { AffiliateRow } from "~/domain/affiliates/findAffiliates";
import { ExportButton } from "~/features/exports/ExportButton";
import { formatDateTime, formatShortDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import type { ListFilter, Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { pageHref } from "~/list/pageHref";
import { paths } from "~/paths";
import { Disclosure } from "~/ui/dialog/Disclosure";
import { Alert } from "~/ui/feedback/Alert";
import { DateField } from "~/ui/form/DateField";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import { ActiveFilters } from "~/ui/list/ActiveFilters";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";
import { FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { Pagination } from "~/ui/list/Pagination";

interface AffiliateListViewProps {
  query: AffiliateQuery;
  /** Null when the affiliates could not be read. */
  page: Page<AffiliateRow> | null;
  opens: { settings: boolean };
}

const list = paths.affiliates();

/** The affiliates (document 3 section 2, Affiliates list): the state of the list is its address. */
export function AffiliateListView({ query, page, opens }: AffiliateListViewProps) {
  const [search] = useSearchParams();
  const chips = query.filters.map((filter) => ({
    label: `${affiliateList.filters[filter.key].label}: ${wordsOf(filter)}`,
    removeHref:
      list +
      listToSearch(
        search,
        filter.operation === "btn" ? { dateField: null, from: null, to: null } : { [filter.key]: null },
      ),
  }));
  const sortOf = (key: AffiliateSort) => {
    const sorted = query.sort.by === key ? query.sort.direction : undefined;
    return { sorted, sortHref: list + listToSearch(search, { sort: `${key}.${sorted === "desc" ? "asc" : "desc"}` }) };
  };
  return (
    <ListPage
      title="Affiliates"
      action={
        <>
          {opens.settings ? <LinkButton to={paths.affiliateSettings()}>Programme settings</LinkButton> : null}
          <ExportButton action={paths.affiliatesExport() + listToSearch(search, {})} />
        </>
      }
      filters={<Filters search={search} />}
      chips={<ActiveFilters filters={chips} clearHref={list} />}
      table={
        page === null ? (
          <Alert tone="danger">An error occurred. Please try again.</Alert>
        ) : page.content.length > 0 ? (
          <DataTable
            caption="Affiliates"
            columns={[
              { key: "name", label: "Name" },
              { key: "email", label: "Email", card: "hidden" },
              { key: "code", label: "Affiliate Code" },
              { key: "revenue", label: "Total Revenue", align: "right", ...sortOf("totalRevenue") },
              { key: "signedUp", label: "Sign-up Date", nowrap: true, card: "hidden", ...sortOf("signedUpDate") },
              { key: "latest", label: "Latest Revenue", align: "right" },
              {
                key: "latestDate",
                label: "Latest Revenue Date",
                nowrap: true,
                card: "hidden",
                ...sortOf("latestRevenueDate"),
              },
            ]}
            rows={page.content.map((one) => ({
              key: one.userId,
              href: paths.client(one.userId),
              cells: {
                name: one.name,
                email: one.email,
                code: one.code ?? "N/A",
                revenue: formatCents(one.totalRevenue),
                signedUp: formatDateTime(one.signedUpAt),
                latest: formatCents(one.latestRevenue ?? 0),
                latestDate: formatDateTime(one.latestRevenueAt),
              },
            }))}
          />
        ) : page.totalElements > 0 ? (
          <EmptyState title="Nothing on this page" action={<LinkButton to={list}>Go to the first page</LinkButton>} />
        ) : chips.length > 0 ? (
          <EmptyState
            title="No affiliates match"
            text="Take a filter away, or start over."
            action={<LinkButton to={list}>Clear</LinkButton>}
          />
        ) : (
          <EmptyState title="No affiliates yet" text="Switch a client's affiliate account on, on the client's page." />
        )
      }
      pagination={
        page && page.totalElements > 0 ? (
          <Pagination
            page={query.page}
            pageSize={query.pageSize}
            total={page.totalElements}
            sizes={affiliateList.pageSizes}
            sizeName="size"
            hrefFor={pageHref(list, search, affiliateList)}
          />
        ) : undefined
      }
    />
  );
}

const dateFields = [
  { value: "signedUpDate", label: "Sign-up Date" },
  { value: "latestRevenueDate", label: "Latest Revenue Date" },
];

function Filters({ search }: { search: URLSearchParams }) {
  const text = (name: string) => search.get(name) ?? "";
  const keep = ["sort", "size"].flatMap((name) => (search.get(name) ? [{ name, value: text(name) }] : []));
  const dated = dateFields.find(({ value }) => value === search.get("dateField"));
  return (
    <FilterBar action={list} clearHref={list} clearLabel="Clear" applyLabel="Apply" keep={keep}>
      <TextField label="Name" name="name" type="search" autoComplete="off" defaultValue={text("name")} />
      <TextField label="Email" name="email" type="search" autoComplete="off" defaultValue={text("email")} />
      <TextField label="Code" name="code" type="search" autoComplete="off" defaultValue={text("code")} />
      <Disclosure
        className="multi-select date-filter"
        summaryClassName="input"
        label={<span>{dated?.label ?? "Any Date"}</span>}
      >
        <div className="multi-select-panel stack-small">
          <SelectField
            label="Date"
            name="dateField"
            emptyLabel="None"
            options={dateFields}
            defaultValue={text("dateField")}
          />
          <DateField label="From" name="from" defaultValue={text("from")} />
          <DateField label="To" name="to" defaultValue={text("to")} />
        </div>
      </Disclosure>
    </FilterBar>
  );
}

function wordsOf(filter: ListFilter<AffiliateFilterKey>): string {
  if (filter.operation === "btn") return `${formatShortDate(filter.from)} to ${formatShortDate(filter.to)}`;
  return "value" in filter ? String(filter.value) : "";
}
