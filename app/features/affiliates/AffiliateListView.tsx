import { useSearchParams } from "@remix-run/react";
import { type AffiliateQuery, affiliateList } from "~/domain/affiliates/affiliateList";
import type { AffiliateRow } from "~/domain/affiliates/findAffiliates";
import { ExportButton } from "~/features/exports/ExportButton";
import { useZone } from "~/features/frame/useZone";
import { ListViews } from "~/features/views/ListViews";
import { formatMoment } from "~/format/dates";
import { formatCents } from "~/format/money";
import { readableEmail } from "~/format/readableEmail";
import type { Page } from "~/list/defineList";
import { filterChips } from "~/list/filterChips";
import { sortLink } from "~/list/sortLink";
import { paths } from "~/paths";
import { Disclosure } from "~/ui/dialog/Disclosure";
import { Badge } from "~/ui/feedback/Badge";
import { DateField } from "~/ui/form/DateField";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import { DataTable } from "~/ui/list/DataTable";
import { FILTER_FORM, FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import "./affiliates.css";

interface AffiliateListViewProps {
  query: AffiliateQuery;
  /** Null when the query failed. */
  page: Page<AffiliateRow> | null;
  opens: { settings: boolean };
}

const list = paths.affiliates();

export function AffiliateListView({ query, page, opens }: AffiliateListViewProps) {
  const zone = useZone();
  const [search] = useSearchParams();
  const chips = filterChips({ list: affiliateList, filters: query.filters, href: list, search });
  const sort = sortLink(list, search, query.sort);
  return (
    <ListPage
      title="Affiliates"
      views={<ListViews list={list} />}
      action={
        <>
          {opens.settings ? <LinkButton to={paths.affiliateSettings()}>Program settings</LinkButton> : null}
          <ExportButton action={paths.affiliatesExport()} form={FILTER_FORM} />
        </>
      }
      filters={<Filters search={search} />}
      chips={chips}
      href={list}
      list={affiliateList}
      query={query}
      page={page}
      noun="affiliates"
      empty={{
        title: "No affiliates yet",
        text: "Turn on a client's affiliate account on their client page.",
        action: <LinkButton to={paths.clients()}>Choose a client</LinkButton>,
      }}
      table={(affiliates) => (
        <DataTable
          caption="Affiliates"
          columns={[
            { key: "name", label: "Name" },
            { key: "email", label: "Email", literal: true, card: "hidden" },
            { key: "code", label: "Affiliate Code", literal: true },
            { key: "revenue", label: "Total Revenue", align: "right", ...sort("totalRevenue") },
            { key: "signedUp", label: "Sign-up Date", moment: true, card: "hidden", ...sort("signedUpDate") },
            { key: "latest", label: "Latest Revenue", align: "right" },
            {
              key: "latestDate",
              moment: true,
              label: "Latest Revenue Date",
              card: "hidden",
              ...sort("latestRevenueDate"),
            },
          ]}
          rows={affiliates.map((one) => ({
            key: one.userId,
            href: paths.client(one.userId),
            cells: {
              name: one.enabled ? (
                one.name
              ) : (
                <span className="row">
                  {one.name} <Badge tone="neutral">Turned off, money owed</Badge>
                </span>
              ),
              email: readableEmail(one.email),
              code: one.code ?? "N/A",
              revenue: formatCents(one.totalRevenue),
              signedUp: formatMoment(one.signedUpAt, zone),
              latest: formatCents(one.latestRevenue ?? 0),
              latestDate: formatMoment(one.latestRevenueAt, zone),
            },
          }))}
        />
      )}
    />
  );
}

const dateFields = [
  { value: "signedUpDate", label: "Sign-up Date" },
  { value: "latestRevenueDate", label: "Latest Revenue Date" },
];

function Filters({ search }: { search: URLSearchParams }) {
  const text = (name: string) => search.get(name) ?? "";
  const dated = dateFields.find(({ value }) => value === search.get("dateField"));
  return (
    <FilterBar action={list} clearHref={list} clearLabel="Clear" applyLabel="Apply">
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
