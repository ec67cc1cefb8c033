import { Link, useSearchParams } from "@remix-run/react";
import { type AuditQuery, auditList } from "~/domain/history/auditList";
import { changesText } from "~/domain/history/auditTexts";
import type { AuditActor, AuditRow, findAudit } from "~/domain/history/findAudit";
import { auditKinds, recordKindLabels } from "~/domain/history/recordKinds";
import { ExportButton } from "~/features/exports/ExportButton";
import { useZone } from "~/features/frame/useZone";
import { settingsLinkOf } from "~/features/settings/settingsPages";
import { formatMoment } from "~/format/dates";
import { filterChips } from "~/list/filterChips";
import { paths } from "~/paths";
import { DateField } from "~/ui/form/DateField";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import { DataTable } from "~/ui/list/DataTable";
import { FILTER_FORM, FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";

interface AuditListViewProps {
  query: AuditQuery;
  /** Null when the query failed. */
  page: Awaited<ReturnType<typeof findAudit>> | null;
}

const list = paths.audit();
const kinds = auditKinds.map((value) => ({ value, label: recordKindLabels[value] }));
const labelOf = (kind: string) => kinds.find(({ value }) => value === kind)?.label ?? kind;

const columns = [
  { key: "time", label: "Time", moment: true },
  { key: "person", label: "Person", literal: true },
  { key: "action", label: "Action" },
  { key: "record", label: "Record" },
  { key: "changes", label: "Changes" },
] as const;

/** The history of all records but orders and links (rules.md history/audit-list). */
export function AuditListView({ query, page }: AuditListViewProps) {
  const zone = useZone();
  const [search] = useSearchParams();
  const text = (name: string) => search.get(name) ?? "";
  return (
    <ListPage
      title="Audit"
      help="Who changed what. A person's changes go back 90 days unless you choose dates. Orders and links keep their own history."
      back={{ href: paths.settings(), label: "Settings" }}
      action={<ExportButton action={paths.auditExport()} form={FILTER_FORM} />}
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
          <TextField
            label="Person (email)"
            name="email"
            type="search"
            autoComplete="off"
            defaultValue={text("email")}
          />
          <SelectField
            label="Record"
            name="kind"
            options={[{ value: "", label: "All records" }, ...kinds]}
            defaultValue={text("kind")}
          />
        </FilterBar>
      }
      chips={filterChips({
        list: auditList,
        filters: query.filters,
        href: list,
        search,
        nameOf: (key, value) => (key === "kind" ? labelOf(String(value)) : String(value)),
      })}
      href={list}
      list={auditList}
      query={query}
      page={page}
      noun="changes"
      empty={{
        title: "No changes yet",
        text: "Changes of services, people, coupons and settings appear here.",
        action: <LinkButton to={paths.team()}>Show the team</LinkButton>,
      }}
      table={(rows) => <DataTable caption="Audit" columns={columns} rows={rows.map((row) => rowOf(row, zone))} />}
    />
  );
}

const ActorName = ({ actor: { id, name, email, staff } }: { actor: AuditActor }) =>
  email === null || staff ? <span title={email ?? undefined}>{name}</span> : <Link to={paths.client(id)}>{name}</Link>;

/** Names a record, with its page where it has one by its id. */
const RecordName = ({ row: { entity, entityId } }: { row: AuditRow }) => {
  const label = recordKindLabels[entity];
  if (entity === "service") return <Link to={paths.serviceEdit(entityId)}>{label}</Link>;
  const page = entity === "settings" ? settingsLinkOf(entityId) : undefined;
  if (page) return <Link to={page.href}>{`${label}: ${page.label}`}</Link>;
  return <span title={entityId}>{label}</span>;
};

const rowOf = (row: AuditRow, zone: string) => ({
  key: row.id,
  cells: {
    time: formatMoment(row.createdAt, zone),
    person: row.realActor ? (
      <>
        <ActorName actor={row.realActor} /> as <ActorName actor={row.actor} />
      </>
    ) : (
      <ActorName actor={row.actor} />
    ),
    action: row.action,
    record: <RecordName row={row} />,
    changes: changesText(row.changes),
  },
});
