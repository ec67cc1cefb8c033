/** The lists that can be exported in the background. */
export const exportKinds = [
  "orders",
  "subscriptions",
  "clients",
  "affiliates",
  "commissions",
  "trafficLogs",
  "securityEvents",
  "report-agents",
  "report-clients",
  "report-new-clients",
  "report-clients-comparison",
  "report-subscriptions",
] as const;
export type ExportKind = (typeof exportKinds)[number];

export const exportStates = ["waiting", "working", "ready", "failed"] as const;
export type ExportState = (typeof exportStates)[number];

/** Fixed texts (rules.md texts/fixed). */
export const EXPORT_PREPARING = "Please wait while we prepare the data. Your file will be downloaded any moment";
export const EXPORT_DONE = "File has been downloaded";
export const EXPORT_FAILED = "An error occurred while exporting";

/** The page of each list. */
export const exportListPath: Record<ExportKind, string> = {
  orders: "/orders",
  subscriptions: "/subscriptions",
  clients: "/clients",
  affiliates: "/affiliates",
  commissions: "/commissions",
  trafficLogs: "/affiliates/traffic-logs",
  securityEvents: "/settings/security-events",
  "report-agents": "/reports/agents",
  "report-clients": "/reports/clients",
  "report-new-clients": "/reports/new-clients",
  "report-clients-comparison": "/reports/clients-comparison",
  "report-subscriptions": "/reports/subscriptions",
};
