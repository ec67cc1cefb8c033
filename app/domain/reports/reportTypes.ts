/** The tabs of the page (rules.md reports/tabs). Those from 'subscriptions' on are additions to the specification. */
export const reportTypes = [
  "agents",
  "clients",
  "new-clients",
  "clients-comparison",
  "subscriptions",
  "delivery",
  "guarantee",
  "recovered",
  "on-time",
  "response",
] as const;
export type ReportType = (typeof reportTypes)[number];

export const isReportType = (text: string | undefined): text is ReportType => reportTypes.some((type) => type === text);

const labels: Record<ReportType, string> = {
  agents: "Agents",
  clients: "Clients",
  "new-clients": "New Clients",
  "clients-comparison": "Clients Comparison",
  subscriptions: "Subscriptions",
  delivery: "Delivery",
  guarantee: "Guarantee",
  recovered: "Recovered",
  "on-time": "On time",
  response: "Response",
};
export const reportLabel = (type: ReportType) => labels[type];

const definitions: Partial<Record<ReportType, string>> = {
  subscriptions: "Net amounts are without taxes: without those that a price includes, and those that are added to it.",
  recovered:
    "Orders that were paid in these days after an email about their unfinished checkout. Amounts are as paid, before refunds.",
  "on-time":
    "Orders that were completed in these days. Working days leave out weekends, holidays and the time in which the client had to answer.",
  response:
    "Conversations that were answered for the first time in these days, and the working time between the client's first message and the answer. A working day has 24 hours.",
};
/** What a report counts, where its columns do not say so. */
export const reportDefinition = (type: ReportType) => definitions[type] ?? null;

/** Fixed texts (rules.md texts/fixed). */
export const UNKNOWN_REPORT = "Unknown report";
export const REPORT_FAILED = "An error occurred while fetching data. Please try again.";
export const EXPORT_RANGE_MISSING = "Please provide a valid date range to export data";
