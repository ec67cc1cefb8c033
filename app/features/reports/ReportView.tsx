import { Form, useSearchParams } from "@remix-run/react";
import { REPORT_FAILED, type ReportType, reportLabel, reportTypes } from "~/domain/reports/reportTypes";
import { ExportButton } from "~/features/exports/ExportButton";
import { RangePicker } from "~/features/home/RangePicker";
import { formatMoment } from "~/format/dates";
import { PAGE_SIZES } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { pageHref } from "~/list/pageHref";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { type Bar, BarChart } from "~/ui/chart/BarChart";
import type { BarChartLayout } from "~/ui/chart/barChartLayout.server";
import { Alert } from "~/ui/feedback/Alert";
import { DateField } from "~/ui/form/DateField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { Tabs } from "~/ui/layout/Tabs";
import { type Column, DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";
import { Pagination } from "~/ui/list/Pagination";

interface ShownRange {
  /** yyyy-MM-dd, or invalid text as typed. */
  from: string;
  to: string;
  /** dd/MM/yyyy – dd/MM/yyyy */
  words: string;
}
export interface ReportRangesProps {
  first: ShownRange;
  /** Only for the comparison. */
  second: ShownRange | null;
  /** By parameter name. */
  errors: Record<string, string[]>;
  common: { label: string; href: string; active: boolean }[];
}
export interface ReportTable {
  columns: Column[];
  /** All rows. The browser paginates them. */
  /** `lastPayment`: ms UTC, for clients. */
  rows: { key: string; href: string; cells: Record<string, string>; lastPayment?: number | null }[];
  footer: Record<string, string>;
}
export interface ReportChart {
  name: string;
  bars: Bar[];
  layout: BarChartLayout;
}

interface ReportViewProps {
  type: ReportType;
  ranges: ReportRangesProps;
  /** 'refused': the range was invalid; 'failed': the query failed. */
  report: { table: ReportTable; chart: ReportChart } | "refused" | "failed";
}

const DEFAULT_SIZE = 10;

/** One of the reports, which are tabs of one page (rules.md reports/tabs). */
export function ReportView({ type, ranges, report }: ReportViewProps) {
  const [search] = useSearchParams();
  const kept = listToSearch(new URLSearchParams(), {
    fromDate: search.get("fromDate"),
    toDate: search.get("toDate"),
  });
  // The comparison has its own ranges, so tabs neither pass theirs to it nor take its.
  const keeps = (tab: ReportType) => type !== "clients-comparison" && tab !== "clients-comparison" && kept !== "?";
  return (
    <div className="list-page">
      <PageHeader
        title="Reports"
        action={<ExportButton action={paths.reportExport(type) + listToSearch(search, { size: null })} />}
      />
      <Tabs
        label="Reports"
        tabs={reportTypes.map((tab) => ({
          label: reportLabel(tab),
          href: paths.report(tab) + (keeps(tab) ? kept : ""),
          active: tab === type,
        }))}
      />
      {ranges.second ? (
        <TwoRanges first={ranges.first} second={ranges.second} errors={ranges.errors} />
      ) : (
        <RangePicker
          fromDate={ranges.first.from}
          toDate={ranges.first.to}
          errors={ranges.errors}
          common={ranges.common}
        />
      )}
      {report === "failed" ? (
        <Alert tone="danger">{REPORT_FAILED}</Alert>
      ) : report === "refused" ? (
        <Alert tone="danger">This date range is not valid. Please check it.</Alert>
      ) : (
        <Shown type={type} words={wordsOf(ranges)} {...report} />
      )}
    </div>
  );
}

const wordsOf = ({ first, second }: ReportRangesProps) =>
  second ? `${first.words}, second ${second.words} (UTC)` : `${first.words} (UTC)`;

interface ShownProps {
  type: ReportType;
  words: string;
  table: ReportTable;
  chart: ReportChart;
}

/** A chart of the largest rows, and a table of all of them. */
function Shown({ type, words, table, chart }: ShownProps) {
  const [search] = useSearchParams();
  const asked = Number(search.get("size"));
  const size = PAGE_SIZES.some((one) => one === asked) ? asked : DEFAULT_SIZE;
  const last = Math.max(0, Math.ceil(table.rows.length / size) - 1);
  const wanted = Number(search.get("page") ?? 1) - 1;
  const page = Number.isSafeInteger(wanted) ? Math.min(Math.max(0, wanted), last) : 0;
  const head = <span className="muted number">{words}</span>;
  if (table.rows.length === 0)
    return (
      <Card title={reportLabel(type)} action={head}>
        <EmptyState title="Nothing in this date range" text="Choose another date range." />
      </Card>
    );
  return (
    <>
      <Card title={chart.name} action={head}>
        <BarChart
          name={chart.name}
          bars={chart.bars}
          layout={chart.layout}
          empty={chart.layout.bars.every(({ height }) => height === 0) ? "No data in this date range" : null}
        />
      </Card>
      <DataTable
        caption={reportLabel(type)}
        columns={table.columns}
        rows={table.rows.slice(page * size, (page + 1) * size).map(drawn)}
        footer={table.footer}
      />
      <Pagination
        page={page}
        pageSize={size}
        total={table.rows.length}
        sizes={PAGE_SIZES}
        sizeName="size"
        hrefFor={pageHref(paths.report(type), search, { defaultPageSize: DEFAULT_SIZE })}
      />
    </>
  );
}

/** Ids are looked up, not read, so they go below the client's name to save width. */
const drawn = ({ cells: { clientId, ...cells }, lastPayment, ...row }: ReportTable["rows"][number]) => ({
  ...row,
  cells: {
    ...cells,
    clientName: clientId ? (
      <>
        {cells.clientName}
        <span className="system-id">
          <span className="visually-hidden">Client ID </span>
          {clientId}
        </span>
      </>
    ) : (
      cells.clientName
    ),
    clientEmail: <span className="report-email">{cells.clientEmail}</span>,
    lastPaymentDate: lastPayment === undefined ? null : formatMoment(lastPayment),
  },
});

/** Two ranges in one GET form, so the URL holds both. */
function TwoRanges({
  first,
  second,
  errors,
}: {
  first: ShownRange;
  second: ShownRange;
  errors: ReportRangesProps["errors"];
}) {
  return (
    <section className="range-picker" aria-label="Date ranges">
      {/* Remounts for other ranges, because the dates are only initial values. */}
      <Form
        key={[first.from, first.to, second.from, second.to].join(" ")}
        method="get"
        className="two-ranges"
        noValidate
        preventScrollReset
      >
        <fieldset className="range-form">
          <legend>First range</legend>
          <DateField label="From" name="fromDate" defaultValue={first.from} errors={errors.fromDate} />
          <DateField label="To" name="toDate" defaultValue={first.to} errors={errors.toDate} />
        </fieldset>
        <fieldset className="range-form">
          <legend>Second range</legend>
          <DateField label="From" name="fromDate1" defaultValue={second.from} errors={errors.fromDate1} />
          <DateField label="To" name="toDate1" defaultValue={second.to} errors={errors.toDate1} />
        </fieldset>
        <SubmitButton variant="outline">Show</SubmitButton>
      </Form>
    </section>
  );
}
