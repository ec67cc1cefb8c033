/** The lists that can be exported. */
export const exportKinds = [
  "orders",
  "placements",
  "subscriptions",
  "clients",
  "affiliates",
  "commissions",
  "trafficLogs",
  "securityEvents",
  "audit",
  "report-agents",
  "report-clients",
  "report-new-clients",
  "report-clients-comparison",
  "report-subscriptions",
  "report-delivery",
  "report-guarantee",
  "report-recovered",
  "report-on-time",
  "report-response",
] as const;
export type ExportKind = (typeof exportKinds)[number];

/**
 * What `exports` may hold. The queue makes all data of one client, and everything in parts. Files of lists are from
 * before 28 November 2026 and expire within 30 days.
 */
export const storedExportKinds = [...exportKinds, "personalData", "everything"] as const;
export type StoredExportKind = (typeof storedExportKinds)[number];

export const exportStates = ["waiting", "working", "ready", "failed"] as const;
export type ExportState = (typeof exportStates)[number];

/** Fixed texts (rules.md texts/fixed). */
export const EXPORT_PREPARING = "Please wait while we prepare the data. Your file will be downloaded any moment";
export const EXPORT_DONE = "File has been downloaded";
export const EXPORT_FAILED = "An error occurred while exporting";

/** The page of each list. */
export const exportListPath: Record<ExportKind, string> = {
  orders: "/orders",
  placements: "/placements",
  subscriptions: "/subscriptions",
  clients: "/clients",
  affiliates: "/affiliates",
  commissions: "/commissions",
  trafficLogs: "/affiliates/traffic-logs",
  securityEvents: "/settings/security-events",
  audit: "/settings/audit",
  "report-agents": "/reports/agents",
  "report-clients": "/reports/clients",
  "report-new-clients": "/reports/new-clients",
  "report-clients-comparison": "/reports/clients-comparison",
  "report-subscriptions": "/reports/subscriptions",
  "report-delivery": "/reports/delivery",
  "report-guarantee": "/reports/guarantee",
  "report-recovered": "/reports/recovered",
  "report-on-time": "/reports/on-time",
  "report-response": "/reports/response",
};
