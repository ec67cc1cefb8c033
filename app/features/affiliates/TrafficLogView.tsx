import { Link, useSearchParams } from "@remix-run/react";
import type { TrafficLogRow } from "~/domain/affiliates/findTrafficLogs";
import { type TrafficLogQuery, trafficLogList } from "~/domain/affiliates/trafficLogList";
import { ExportButton } from "~/features/exports/ExportButton";
import { formatDateTime, formatShortDate } from "~/format/dates";
import type { Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { pageHref } from "~/list/pageHref";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { Badge } from "~/ui/feedback/Badge";
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

interface TrafficLogViewProps {
  query: TrafficLogQuery;
  /** Null when the visits could not be read. */
  page: Page<TrafficLogRow> | null;
}

const list = paths.trafficLogs();

/** What is no value of the filter leaves it out: bots and people. */
const EVERYBODY = "all";
const visitors = [
  { value: "false", label: "People" },
  { value: "true", label: "Bots" },
  { value: EVERYBODY, label: "People and bots" },
];

const columns = [
  { key: "created", label: "Created Time", nowrap: true },
  { key: "name", label: "Affiliate Name" },
  { key: "code", label: "Affiliate Code" },
  { key: "id", label: "Affiliate ID", card: "hidden" },
  { key: "referrer", label: "Referrer URL" },
  { key: "agent", label: "User Agent", card: "hidden" },
  { key: "landing", label: "Landing Page", card: "hidden" },
] as const;

/** The visits through referral links (document 3 section 2, Traffic logs): the state of the list is its address. */
export function TrafficLogView({ query, page }: TrafficLogViewProps) {
  const [search] = useSearchParams();
  const text = (name: string) => search.get(name) ?? "";
  const chips = query.filters.flatMap((filter) => {
    const { label } = trafficLogList.filters[filter.key];
    if (filter.operation === "btn")
      return {
        label: `${label}: ${formatShortDate(filter.from)} – ${formatShortDate(filter.to)}`,
        removeHref: listToSearch(search, { dateField: null, from: null, to: null }),
      };
    // Hiding bots is how the list is, not a wish.
    if (!("value" in filter) || (filter.key === "bot" && filter.value === false)) return [];
    return {
      label: filter.key === "bot" ? "Bots alone" : `${label}: ${filter.value}`,
      removeHref: listToSearch(search, { [filter.key]: null }),
    };
  });
  return (
    <ListPage
      title="Traffic Logs"
      help="Who opened a referral link, when, and from where. Kept for 13 months."
      action={<ExportButton action={paths.trafficLogsExport() + listToSearch(search, {})} />}
      filters={
        <FilterBar
          action={list}
          clearHref={list}
          clearLabel="Clear"
          keep={[
            { name: "dateField", value: "createdTime" },
            ...(text("size") ? [{ name: "size", value: text("size") }] : []),
          ]}
        >
          {(["referrerClientName", "affiliateCode"] as const).map((name) => (
            <TextField
              key={name}
              label={trafficLogList.filters[name].label}
              name={name}
              type="search"
              autoComplete="off"
              defaultValue={text(name)}
            />
          ))}
          <SelectField label="Visitors" name="bot" options={visitors} defaultValue={text("bot") || "false"} />
          <DateField label="From" name="from" defaultValue={text("from")} />
          <DateField label="To" name="to" defaultValue={text("to")} />
        </FilterBar>
      }
      chips={<ActiveFilters filters={chips} clearHref={list} />}
      table={
        page === null ? (
          <Alert tone="danger">An error occurred. Please try again.</Alert>
        ) : page.content.length > 0 ? (
          <DataTable caption="Traffic Logs" columns={columns} rows={page.content.map(rowOf)} />
        ) : page.totalElements > 0 ? (
          <EmptyState title="Nothing on this page" action={<LinkButton to={list}>Go to the first page</LinkButton>} />
        ) : chips.length > 0 ? (
          <EmptyState
            title="No visits match"
            text="Take a filter away, or start over."
            action={<LinkButton to={list}>Clear</LinkButton>}
          />
        ) : (
          <EmptyState title="No visits yet" text="Whoever opens a referral link appears here." />
        )
      }
      pagination={
        page && page.totalElements > 0 ? (
          <Pagination
            page={query.page}
            pageSize={query.pageSize}
            total={page.totalElements}
            sizes={trafficLogList.pageSizes}
            sizeName="size"
            hrefFor={pageHref(list, search, trafficLogList)}
          />
        ) : undefined
      }
    />
  );
}

const rowOf = (visit: TrafficLogRow) => ({
  key: visit.id,
  cells: {
    created: formatDateTime(visit.createdAt),
    name: visit.affiliate ? <Link to={paths.client(visit.affiliate.id)}>{visit.affiliate.name}</Link> : "Nobody",
    code: (
      <span className="row">
        {visit.affiliateCode}
        {visit.bot ? <Badge tone="neutral">Bot</Badge> : null}
      </span>
    ),
    id: (
      <span className="traffic-text traffic-id number" title={visit.affiliate?.id}>
        {visit.affiliate?.id ?? "N/A"}
      </span>
    ),
    referrer: <span className="traffic-text">{visit.referrer || "None"}</span>,
    agent: (
      <span className="traffic-text" title={visit.userAgent}>
        {visit.userAgent || "None"}
      </span>
    ),
    landing: <span className="traffic-text">{visit.landingPath}</span>,
  },
});
