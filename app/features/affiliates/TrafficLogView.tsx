import { Link, useSearchParams } from "@remix-run/react";
import type { TrafficLogRow } from "~/domain/affiliates/findTrafficLogs";
import { type TrafficLogQuery, trafficLogList } from "~/domain/affiliates/trafficLogList";
import { ExportButton } from "~/features/exports/ExportButton";
import { useZone } from "~/features/frame/useZone";
import { ListViews } from "~/features/views/ListViews";
import { formatMoment } from "~/format/dates";
import type { Page } from "~/list/defineList";
import { filterChips } from "~/list/filterChips";
import { paths } from "~/paths";
import { Badge } from "~/ui/feedback/Badge";
import { DateField } from "~/ui/form/DateField";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import { DataTable } from "~/ui/list/DataTable";
import { FILTER_FORM, FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import "./affiliates.css";

interface TrafficLogViewProps {
  query: TrafficLogQuery;
  /** Null when the query failed. */
  page: Page<TrafficLogRow> | null;
}

const list = paths.trafficLogs();

/** Not a valid filter value, so the list ignores it and shows both. */
const EVERYBODY = "all";
const visitors = [
  { value: "false", label: "People" },
  { value: "true", label: "Bots" },
  { value: EVERYBODY, label: "People and bots" },
];

const columns = [
  { key: "created", label: "Created Time", moment: true },
  { key: "name", label: "Affiliate Name", literal: true },
  { key: "code", label: "Affiliate Code", literal: true },
  { key: "id", label: "Affiliate ID", literal: true, card: "hidden" },
  { key: "referrer", label: "Referrer URL", literal: true },
  { key: "agent", label: "User Agent", literal: true, card: "hidden" },
  { key: "landing", label: "Landing Page", literal: true, card: "hidden" },
] as const;

export function TrafficLogView({ query, page }: TrafficLogViewProps) {
  const zone = useZone();
  const [search] = useSearchParams();
  const text = (name: string) => search.get(name) ?? "";
  const chips = filterChips({
    list: trafficLogList,
    filters: query.filters,
    href: list,
    search,
    nameOf: (key, value) => (key === "bot" ? "Bots" : String(value)),
  });
  return (
    <ListPage
      title="Traffic Logs"
      views={<ListViews list={list} />}
      help="Visits through referral links, with time and source. Kept for 13 months."
      action={<ExportButton action={paths.trafficLogsExport()} form={FILTER_FORM} />}
      filters={
        <FilterBar
          action={list}
          clearHref={list}
          clearLabel="Clear"
          hidden={[{ name: "dateField", value: "createdTime" }]}
          keep={["referrerClientId"]}
          more={{
            names: ["from"],
            fields: (
              <>
                {" "}
                <div className="filter-range">
                  <DateField label="From" name="from" defaultValue={text("from")} />
                  <DateField label="To" name="to" defaultValue={text("to")} />
                </div>
              </>
            ),
          }}
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
        </FilterBar>
      }
      chips={chips}
      href={list}
      list={trafficLogList}
      query={query}
      page={page}
      noun="visits"
      empty={{
        title: "No visits yet",
        text: "Visits through referral links appear here.",
        action: <LinkButton to={paths.affiliates()}>Show affiliates</LinkButton>,
      }}
      table={(visits) => (
        <DataTable caption="Traffic Logs" columns={columns} rows={visits.map((visit) => rowOf(visit, zone))} />
      )}
    />
  );
}

const rowOf = (visit: TrafficLogRow, zone: string) => ({
  key: visit.id,
  cells: {
    created: formatMoment(visit.createdAt, zone),
    name: visit.affiliate ? <Link to={paths.client(visit.affiliate.id)}>{visit.affiliate.name}</Link> : "Nobody",
    code: (
      <span className="row">
        {visit.affiliateCode}
        {visit.bot ? <Badge tone="neutral">Bot</Badge> : null}
      </span>
    ),
    id: visit.affiliate ? (
      <span className="traffic-id">
        <Cut text={visit.affiliate.id} />
      </span>
    ) : (
      "N/A"
    ),
    referrer: visit.referrer ? <Cut text={visit.referrer} /> : "None",
    agent: visit.userAgent ? <Cut text={visit.userAgent} /> : "None",
    landing: <Cut text={visit.landingPath} />,
  },
});

/** Text longer than its column. A click shows all of it. */
const Cut = ({ text }: { text: string }) => (
  <details className="traffic-text">
    <summary>{text}</summary>
  </details>
);
