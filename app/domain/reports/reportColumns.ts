import type { CellValue, SheetColumn, SheetHead } from "~/list/defineSheet";
import { userStatusLabel } from "../roles";
import type { AgentLine } from "./agentsReport";
import type { ClientLine, ComparedClientLine } from "./clientLines";
import type { DeliveryLine } from "./deliveryReport";
import type { GuaranteeLine } from "./guaranteeReport";
import type { OnTimeLine } from "./onTimeReport";
import type { RecoveredLine } from "./recoveredReport";
import { hoursOf, medianOf, ninetiethOf, type ResponseLine } from "./responseReport";
import type { SubscriptionLine } from "./subscriptionsReport";

export const UNASSIGNED = "Unassigned";

/** A column of a report, on the page and in its file alike. */
export interface ReportHead extends SheetHead {
  key: string;
  /** The column in whose cells the page shows this one, in small type. */
  under?: string;
  /** Left out of a narrow screen's cards. */
  extra?: boolean;
}

export interface ReportColumn<Line> extends ReportHead, SheetColumn<Line> {
  /** The value of the row of totals. */
  total?(lines: readonly Line[]): CellValue;
}

/** A line with the revenue of the range before. */
export type WithPrevious<Line> = Line & { previousRevenue: number };

const sum = <Line>(lines: readonly Line[], of: (line: Line) => number) =>
  lines.reduce((all, line) => all + of(line), 0);

/** A share, or null without a base. */
const share = (part: number, base: number) => (base > 0 ? part / base : null);

const text = <Line>(
  key: string,
  label: string,
  width: number,
  value: (line: Line) => string | null,
  more: Partial<ReportColumn<Line>> = {},
): ReportColumn<Line> => ({ key, label, kind: "text", width, value, ...more });

/** A figure whose total is its sum. */
const figure = <Line>(
  key: string,
  label: string,
  kind: "number" | "cents",
  value: (line: Line) => number,
  more: Partial<ReportColumn<Line>> = {},
): ReportColumn<Line> => ({
  key,
  label,
  kind,
  width: Math.max(14, label.length + 2),
  value,
  total: (lines) => sum(lines, value),
  ...more,
});

/** The difference of two amounts, and below it the same as a share of the first. */
function changes<Line>(from: (line: Line) => number, to: (line: Line) => number, total = false): ReportColumn<Line>[] {
  const part = { extra: true, ...(total ? {} : { total: undefined }) };
  return [
    figure("change", "Change", "cents", (line) => to(line) - from(line), part),
    {
      key: "changePercent",
      label: "Change %",
      kind: "percent",
      width: 14,
      under: "change",
      value: (line) => share(to(line) - from(line), from(line)),
      ...(total ? { total: (lines) => share(sum(lines, to) - sum(lines, from), sum(lines, from)) } : {}),
    },
  ];
}

const againstPrevious = <Line extends WithPrevious<{ totalRevenue: number }>>(): ReportColumn<Line>[] => [
  // The range before also has lines that this one lacks, so only the whole is compared, above the table.
  figure("previousRevenue", "Previous Revenue", "cents", (line) => line.previousRevenue, {
    total: undefined,
    extra: true,
  }),
  ...changes<Line>(
    (line) => line.previousRevenue,
    (line) => line.totalRevenue,
  ),
];

export const agentColumns: readonly ReportColumn<WithPrevious<AgentLine>>[] = [
  text("agentName", "Agent Name", 28, (line) => line.agentName ?? UNASSIGNED),
  figure("clientsCount", "Clients", "number", (line) => line.clientsCount, { total: undefined }),
  figure("ordersCount", "Orders", "number", (line) => line.ordersCount),
  figure("newRevenue", "New Revenue", "cents", (line) => line.newRevenue),
  figure("totalRevenue", "Total Revenue", "cents", (line) => line.totalRevenue),
  ...againstPrevious<WithPrevious<AgentLine>>(),
];

const clientFacts = (compared: boolean): ReportColumn<ClientLine>[] => [
  text("clientId", "Client ID", 30, (line) => line.clientId, { under: "clientName" }),
  text("clientName", "Client Name", 28, (line) => line.clientName),
  // The comparison has no room for a column of addresses.
  text(
    "clientEmail",
    "Client Email",
    32,
    (line) => line.clientEmail,
    compared ? { under: "clientName" } : { extra: true },
  ),
  text("agentName", "Agent Name", 28, (line) => line.agentName, { extra: true }),
  text("clientStatus", "Client Status", 14, (line) => userStatusLabel(line.clientStatus), { extra: true }),
];
const clientFigures: ReportColumn<ClientLine>[] = [
  figure("ordersCount", "Orders", "number", (line) => line.ordersCount),
  figure("totalRevenue", "Total Revenue", "cents", (line) => line.totalRevenue),
];
const lastPayment = (extra = false): ReportColumn<ClientLine> => ({
  key: "lastPaymentDate",
  label: "Last Payment",
  kind: "time",
  width: 24,
  value: (line) => line.lastPaymentDate,
  extra,
});

export const clientColumns: readonly ReportColumn<WithPrevious<ClientLine>>[] = [
  ...clientFacts(false),
  ...clientFigures,
  ...againstPrevious<WithPrevious<ClientLine>>(),
  lastPayment(),
];

/** New clients paid nothing before. */
export const newClientColumns: readonly ReportColumn<ClientLine>[] = [
  ...clientFacts(false),
  ...clientFigures,
  lastPayment(),
];

export const comparisonColumns: readonly ReportColumn<ComparedClientLine>[] = [
  ...clientFacts(true),
  ...clientFigures,
  figure("ordersCount1", "Orders, second", "number", (line) => line.ordersCount1),
  figure("totalRevenue1", "Revenue, second", "cents", (line) => line.totalRevenue1),
  ...changes<ComparedClientLine>(
    (line) => line.totalRevenue,
    (line) => line.totalRevenue1,
    true,
  ),
  lastPayment(true),
];

const lost = (line: SubscriptionLine) => line.lost;
const monthlyAtStart = (line: SubscriptionLine) => line.monthlyAtStart;
const monthlyAtEnd = (line: SubscriptionLine) => line.monthlyAtEnd;

export const subscriptionColumns: readonly ReportColumn<SubscriptionLine>[] = [
  text("service", "Service", 36, (line) => line.serviceName),
  figure("atStart", "At start", "number", (line) => line.atStart, { extra: true }),
  figure("began", "New", "number", (line) => line.began, { extra: true }),
  figure("ended", "Ended", "number", (line) => line.ended, { extra: true }),
  figure("atEnd", "At end", "number", (line) => line.atEnd),
  {
    key: "churn",
    label: "Churn",
    kind: "percent",
    width: 12,
    value: (line) => share(line.lost, line.atStart),
    total: (lines) =>
      share(
        sum(lines, lost),
        sum(lines, (line) => line.atStart),
      ),
  },
  figure("lost", "Lost", "number", lost, { under: "churn" }),
  figure("monthlyAtStart", "Net monthly at start", "cents", monthlyAtStart, { extra: true }),
  figure("monthlyAtEnd", "Net monthly revenue", "cents", monthlyAtEnd),
  ...changes(monthlyAtStart, monthlyAtEnd, true),
  figure("monthlyLost", "Net lost a month", "cents", (line) => line.monthlyLost, { extra: true }),
  figure("recoveredAmount", "Net recovered", "cents", (line) => line.recoveredAmount, { extra: true }),
  figure("recoveredCount", "Payments", "number", (line) => line.recoveredCount, { under: "recoveredAmount" }),
];

const placed = (line: DeliveryLine) => line.placed;
const onTime = (line: DeliveryLine) => line.onTime;

export const deliveryColumns: readonly ReportColumn<DeliveryLine>[] = [
  text("service", "Service", 36, (line) => line.serviceName),
  text("agentName", "Agent Name", 28, (line) => line.agentName ?? UNASSIGNED),
  figure("placed", "Placed", "number", placed),
  figure("onTime", "On time", "number", onTime),
  {
    key: "onTimeShare",
    label: "On time, share",
    kind: "percent",
    width: 16,
    under: "onTime",
    value: (line) => share(line.onTime, line.placed),
    total: (lines) => share(sum(lines, onTime), sum(lines, placed)),
  },
  figure("waiting", "Waiting on client now", "number", (line) => line.waiting),
  {
    key: "medianDays",
    label: "Median days from purchase to live",
    kind: "number",
    width: 34,
    value: (line) => line.medianDays,
  },
];

const linksLost = (line: GuaranteeLine) => line.lost;

export const guaranteeColumns: readonly ReportColumn<GuaranteeLine>[] = [
  text("service", "Service", 36, (line) => line.serviceName),
  text("month", "Live since", 14, (line) => line.month),
  figure("live", "Guaranteed links", "number", (line) => line.live),
  figure("lost", "Lost", "number", linksLost),
  {
    key: "lostShare",
    label: "Lost, share",
    kind: "percent",
    width: 14,
    under: "lost",
    value: (line) => share(line.lost, line.live),
    total: (lines) =>
      share(
        sum(lines, linksLost),
        sum(lines, (line) => line.live),
      ),
  },
  figure("repaired", "Repaired", "number", (line) => line.repaired),
  figure("replaced", "Replaced", "number", (line) => line.replaced),
  figure("refunded", "Refunded", "cents", (line) => line.refunded),
];

export const recoveredColumns: readonly ReportColumn<RecoveredLine>[] = [
  text("service", "Service", 36, (line) => line.serviceName),
  figure("orders", "Orders", "number", (line) => line.orders),
  figure("revenue", "Revenue", "cents", (line) => line.revenue),
];

const withDeadline = (line: OnTimeLine) => line.withDeadline;
const inTime = (line: OnTimeLine) => line.onTime;

export const onTimeColumns: readonly ReportColumn<OnTimeLine>[] = [
  text("service", "Service", 36, (line) => line.serviceName),
  text("agentName", "Agent Name", 28, (line) => line.agentName ?? UNASSIGNED),
  figure("completed", "Completed", "number", (line) => line.completed),
  figure("withDeadline", "With a deadline", "number", withDeadline),
  figure("onTime", "On time", "number", inTime),
  {
    key: "onTimeShare",
    label: "On time, share",
    kind: "percent",
    width: 16,
    under: "onTime",
    value: (line) => share(line.onTime, line.withDeadline),
    total: (lines) => share(sum(lines, inTime), sum(lines, withDeadline)),
  },
  {
    key: "medianDays",
    label: "Median working days",
    kind: "number",
    width: 22,
    value: (line) => line.medianDays,
  },
];

const waitsOf = (lines: readonly ResponseLine[]) => lines.flatMap(({ waits }) => waits).sort((a, b) => a - b);

/** A column of hours; its total is that of all responses, not of the lines. */
const hours = (key: string, label: string, of: (waits: readonly number[]) => number | null) => ({
  key,
  label,
  kind: "number" as const,
  width: 28,
  value: (line: ResponseLine) => hoursOf(of(line.waits)),
  total: (lines: readonly ResponseLine[]) => hoursOf(of(waitsOf(lines))),
});

export const responseColumns: readonly ReportColumn<ResponseLine>[] = [
  text("service", "Service", 36, (line) => line.serviceName),
  text("agentName", "Agent Name", 28, (line) => line.agentName),
  figure("responses", "First responses", "number", (line) => line.waits.length),
  hours("median", "Median, working hours", medianOf),
  hours("ninetieth", "90th percentile, working hours", ninetiethOf),
];
