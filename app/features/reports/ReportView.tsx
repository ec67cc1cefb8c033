import { Form, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ReportFigure } from "~/domain/reports/readReport";
import type { ReportHead } from "~/domain/reports/reportColumns";
import {
  REPORT_FAILED,
  type ReportType,
  reportDefinition,
  reportLabel,
  reportTypes,
} from "~/domain/reports/reportTypes";
import { readReportSort } from "~/domain/reports/sortReport";
import { ExportButton } from "~/features/exports/ExportButton";
import { useAgencyZone, useZone } from "~/features/frame/useZone";
import { RangePicker, RangePresets } from "~/features/home/RangePicker";
import { formatMoment } from "~/format/dates";
import { formatCents } from "~/format/money";
import { formatNumber } from "~/format/numbers";
import { zoneWords } from "~/format/zones";
import { PAGE_SIZES } from "~/list/defineList";
import type { CellValue } from "~/list/defineSheet";
import { listToSearch } from "~/list/listToSearch";
import { pageHref } from "~/list/pageHref";
import { sortLink } from "~/list/sortLink";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { type RankedBar, RankedBars } from "~/ui/chart/RankedBars";
import { Alert } from "~/ui/feedback/Alert";
import { FailedRead } from "~/ui/feedback/FailedRead";
import { DateField } from "~/ui/form/DateField";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { Tabs } from "~/ui/layout/Tabs";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";
import { Pagination } from "~/ui/list/Pagination";
import { DEFAULT_SIZE } from "./reportSizes";
import "../home/home.css";

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
export interface ShownReport {
  columns: ReportHead[];
  /** Of the page. */
  rows: { key: string; href: string; values: CellValue[] }[];
  rowCount: number;
  /** Zero-based. */
  page: number;
  size: number;
  totals: CellValue[];
  figures: ReportFigure[];
  /** dd/MM/yyyy – dd/MM/yyyy, the range of the figures' `before`. */
  before: string;
  chart: { name: string; bars: RankedBar[] };
}

interface ReportViewProps {
  type: ReportType;
  ranges: ReportRangesProps;
  /** 'refused': the range was invalid; 'failed': the query failed. */
  report: ShownReport | "refused" | "failed";
}

/** One of the reports, which are tabs of one page (rules.md reports/tabs). */
export function ReportView({ type, ranges, report }: ReportViewProps) {
  const agencyZone = useAgencyZone();
  const [search] = useSearchParams();
  const kept = listToSearch(new URLSearchParams(), {
    fromDate: search.get("fromDate"),
    toDate: search.get("toDate"),
  });
  // The comparison has its own ranges, so tabs neither pass theirs to it nor take its.
  const keeps = (tab: ReportType) => type !== "clients-comparison" && tab !== "clients-comparison" && kept !== "?";
  const sort = search.get("sort");
  // In the form, so that the file has the dates of the pickers.
  const more = (
    <>
      {sort ? <input type="hidden" name="sort" value={sort} /> : null}
      <ExportButton action={paths.reportExport(type)} />
    </>
  );
  return (
    <div className="list-page">
      <PageHeader title="Reports" />
      <Tabs
        label="Reports"
        tabs={reportTypes.map((tab) => ({
          label: reportLabel(tab),
          href: paths.report(tab) + (keeps(tab) ? kept : ""),
          active: tab === type,
        }))}
      />
      {ranges.second ? (
        <TwoRanges first={ranges.first} second={ranges.second} errors={ranges.errors} common={ranges.common}>
          {more}
        </TwoRanges>
      ) : (
        <RangePicker
          fromDate={ranges.first.from}
          toDate={ranges.first.to}
          errors={ranges.errors}
          common={ranges.common}
        >
          {more}
        </RangePicker>
      )}
      {report === "failed" ? (
        <FailedRead>{REPORT_FAILED}</FailedRead>
      ) : report === "refused" ? (
        <Alert tone="danger">This date range is not valid. Please check it.</Alert>
      ) : (
        <Shown type={type} words={wordsOf(ranges, agencyZone)} report={report} longest={ranges.common.at(-1)} />
      )}
    </div>
  );
}

const wordsOf = ({ first, second }: ReportRangesProps, zone: string) =>
  `${second ? `${first.words}, second ${second.words}` : first.words} (${zoneWords(zone)})`;

interface ShownProps {
  type: ReportType;
  words: string;
  report: ShownReport;
  /** The preset with the most days. */
  longest?: ReportRangesProps["common"][number];
}

/** The figures and the largest rows as bars, then a page of the rows. */
function Shown({ type, words, report, longest }: ShownProps) {
  const zone = useZone();
  const { columns, rows, rowCount, page, size, totals, figures, before, chart } = report;
  const [search] = useSearchParams();
  const keys = columns.map(({ key }) => key);
  const sort = readReportSort(search.get("sort"), keys);
  const link = sortLink<string>(paths.report(type), search, sort ? { by: sort.key, direction: sort.direction } : null);
  const head = <span className="muted number">{words}</span>;
  const definition = reportDefinition(type);
  const about = definition ? <p className="muted">{definition}</p> : null;
  if (rowCount === 0)
    return (
      <Card title={reportLabel(type)} action={head}>
        {about}
        <ReportFigures figures={figures} before={before} />
        <EmptyState
          title="Nothing in this date range"
          text="Choose another date range."
          action={longest ? <LinkButton to={longest.href}>{longest.label}</LinkButton> : null}
        />
      </Card>
    );
  return (
    <>
      <Card title={chart.name} action={head}>
        {about}
        <ReportFigures figures={figures} before={before} />
        {chart.bars.some(({ amount }) => amount !== 0) ? <RankedBars name={chart.name} bars={chart.bars} /> : null}
      </Card>
      <DataTable
        caption={reportLabel(type)}
        columns={columns
          .filter(({ under }) => !under)
          .map(({ key, label, kind, extra }) => ({
            key,
            label,
            ...(kind === "text" ? {} : kind === "time" ? { moment: true } : { align: "right" as const }),
            ...(extra ? { card: "hidden" as const } : {}),
            ...link(key),
          }))}
        rows={rows.map(({ key, href, values }) => ({ key, href, cells: cellsOf(columns, values, zone) }))}
        footer={{ ...cellsOf(columns, totals, zone, true), [firstOf(columns)]: "Total" }}
      />
      <Pagination
        page={page}
        pageSize={size}
        total={rowCount}
        sizes={PAGE_SIZES}
        sizeName="size"
        hrefFor={pageHref(paths.report(type), search, { defaultPageSize: DEFAULT_SIZE })}
      />
    </>
  );
}

const firstOf = (columns: readonly ReportHead[]) => columns.find(({ under }) => !under)?.key ?? "";

/** The cells by key. A column that stands under another one joins its cell. */
function cellsOf(columns: readonly ReportHead[], values: readonly CellValue[], zone: string, totals = false) {
  const cells: Record<string, ReactNode> = {};
  for (const [index, column] of columns.entries()) {
    const value = values[index] ?? null;
    if (!column.under) cells[column.key] = value === null && totals ? null : reportText(column, value, zone);
  }
  for (const [index, column] of columns.entries()) {
    const value = values[index] ?? null;
    if (!column.under || value === null) continue;
    cells[column.under] = (
      <>
        {cells[column.under]}
        <span className={column.kind === "text" ? "system-id report-id" : "cell-note"}>
          <span className={column.kind === "number" ? undefined : "visually-hidden"}>{column.label} </span>
          {reportText(column, value, zone)}
        </span>
      </>
    );
  }
  return cells;
}

function reportText({ key, kind }: ReportHead, value: CellValue, zone: string): ReactNode {
  if (kind === "time") return formatMoment(Number.isFinite(value) ? Number(value) : null, zone);
  if (value === null || value === "") return "N/A";
  if (key === "clientEmail") return <MailAddress text={String(value)} />;
  if (typeof value === "string") return value;
  if (kind === "percent") return signed(key, `${formatNumber(Math.round(Math.abs(value) * 1000) / 10)}%`, value);
  if (kind === "cents") return signed(key, formatCents(Math.abs(value)), value);
  return formatNumber(value);
}

/** Breaks before its @ rather than inside a word. */
function MailAddress({ text }: { text: string }) {
  const at = text.lastIndexOf("@");
  return (
    <span className="report-email">
      {text.slice(0, Math.max(at, 0))}
      <wbr />
      {text.slice(Math.max(at, 0))}
    </span>
  );
}

/** A change says its direction also when it is positive. */
const signed = (key: string, text: string, value: number) =>
  `${value < 0 ? "\u2212" : value > 0 && key.startsWith("change") ? "+" : ""}${text}`;

function ReportFigures({ figures, before }: { figures: readonly ReportFigure[]; before: string }) {
  return (
    <dl className="report-figures">
      {figures.map(({ label, kind, now, before: was }) => {
        const text = (value: number) => (kind === "cents" ? formatCents(value) : formatNumber(value));
        const change = now - was;
        return (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="lead">{text(now)}</dd>
            <dd className="muted">
              {change === 0 ? null : (
                <>
                  <span className={`change tone-${change > 0 ? "success" : "danger"}`}>
                    {change > 0 ? "+" : "\u2212"}
                    {text(Math.abs(change))}
                    {was > 0 ? ` (${formatNumber(Math.round(Math.abs(change / was) * 1000) / 10)}%)` : null}
                  </span>{" "}
                </>
              )}
              {change === 0 ? "The same as" : "from"} {text(was)} in {before}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Two ranges in one GET form, so the URL holds both. */
function TwoRanges({
  first,
  second,
  errors,
  common,
  children,
}: ReportRangesProps & { second: ShownRange; children: ReactNode }) {
  return (
    <section className="range-picker" aria-label="Date ranges">
      <RangePresets common={common} />
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
        {children}
      </Form>
    </section>
  );
}
