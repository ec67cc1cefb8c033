/** The tabs of the page (rules.md reports/tabs). 'subscriptions' is an addition to the specification. */
export const reportTypes = ["agents", "clients", "new-clients", "clients-comparison", "subscriptions"] as const;
export type ReportType = (typeof reportTypes)[number];

export const isReportType = (text: string | undefined): text is ReportType => reportTypes.some((type) => type === text);

const labels: Record<ReportType, string> = {
  agents: "Agents",
  clients: "Clients",
  "new-clients": "New Clients",
  "clients-comparison": "Clients Comparison",
  subscriptions: "Subscriptions",
};
export const reportLabel = (type: ReportType) => labels[type];

/** Fixed texts (rules.md texts/fixed). */
export const UNKNOWN_REPORT = "Unknown report";
export const REPORT_FAILED = "An error occurred while fetching data. Please try again.";
export const EXPORT_RANGE_MISSING = "Please provide a valid date range to export data";
