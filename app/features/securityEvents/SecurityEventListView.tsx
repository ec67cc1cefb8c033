import { Link, useSearchParams } from "@remix-run/react";
import type { findSecurityEvents, SecurityEventRow } from "~/domain/securityEvents/findSecurityEvents";
import { securityEventLabels } from "~/domain/securityEvents/securityEventLabels";
import { type SecurityEventQuery, securityEventList } from "~/domain/securityEvents/securityEventList";
import { ExportButton } from "~/features/exports/ExportButton";
import { useZone } from "~/features/frame/useZone";
import { formatMoment } from "~/format/dates";
import { deviceLabel } from "~/format/device";
import { filterChips } from "~/list/filterChips";
import { paths } from "~/paths";
import { DateField } from "~/ui/form/DateField";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import { DataTable } from "~/ui/list/DataTable";
import { FILTER_FORM, FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";

interface SecurityEventListViewProps {
  query: SecurityEventQuery;
  /** Null when the query failed. */
  page: Awaited<ReturnType<typeof findSecurityEvents>> | null;
}

const list = paths.securityEvents();
const kinds = Object.entries(securityEventLabels).map(([value, label]) => ({ value, label }));
const labelOf = (kind: string) => kinds.find(({ value }) => value === kind)?.label ?? kind;

const columns = [
  { key: "time", label: "Time", moment: true },
  { key: "event", label: "Event" },
  { key: "account", label: "Account", literal: true },
  { key: "by", label: "By", literal: true, card: "hidden" },
  { key: "address", label: "Network address", literal: true },
  { key: "browser", label: "Browser", literal: true, card: "hidden" },
  { key: "detail", label: "Detail" },
] as const;

export function SecurityEventListView({ query, page }: SecurityEventListViewProps) {
  const zone = useZone();
  const [search] = useSearchParams();
  const text = (name: string) => search.get(name) ?? "";
  return (
    <ListPage
      title="Security events"
      help="Sign-ins, refusals, role changes and exports of the last 90 days, newest first."
      back={{ href: paths.settings(), label: "Settings" }}
      action={<ExportButton action={paths.securityEventsExport()} form={FILTER_FORM} />}
      filters={
        <FilterBar
          action={list}
          clearHref={list}
          clearLabel="Clear"
          hidden={[{ name: "dateField", value: "createdTime" }]}
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
          <SelectField
            label="Event"
            name="kind"
            options={[{ value: "", label: "All events" }, ...kinds]}
            defaultValue={text("kind")}
          />
          <TextField
            label="Account (email)"
            name="email"
            type="search"
            autoComplete="off"
            defaultValue={text("email")}
          />
          <TextField
            label="Network address"
            name="address"
            type="search"
            autoComplete="off"
            defaultValue={text("address")}
          />
        </FilterBar>
      }
      chips={filterChips({
        list: securityEventList,
        filters: query.filters,
        href: list,
        search,
        nameOf: (key, value) => (key === "kind" ? labelOf(String(value)) : String(value)),
      })}
      href={list}
      list={securityEventList}
      query={query}
      page={page}
      noun="events"
      empty={{
        title: "No security events yet",
        text: "Sign-ins, refusals, role changes and exports appear here.",
        action: <LinkButton to={paths.team()}>Show the team</LinkButton>,
      }}
      table={(events) => (
        <DataTable caption="Security events" columns={columns} rows={events.map((event) => rowOf(event, zone))} />
      )}
    />
  );
}

type Person = NonNullable<SecurityEventRow["account"]>;

const PersonLink = ({ person: { id, name, email, staff } }: { person: Person }) =>
  staff ? <span title={email}>{name}</span> : <Link to={paths.client(id)}>{name}</Link>;

const rowOf = (event: SecurityEventRow, zone: string) => ({
  key: event.id,
  cells: {
    time: formatMoment(event.createdAt, zone),
    event: securityEventLabels[event.kind],
    account: event.account ? <PersonLink person={event.account} /> : "Unknown",
    by: event.actor ? <PersonLink person={event.actor} /> : "",
    address: event.address ?? "This machine",
    browser: deviceLabel(event.userAgent),
    detail: event.detail,
  },
});
