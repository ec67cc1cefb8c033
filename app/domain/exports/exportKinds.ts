/** Lists that can be exported as a spreadsheet in the background. */
export const exportKinds = ["orders", "subscriptions", "clients"] as const;
export type ExportKind = (typeof exportKinds)[number];

export const exportStates = ["waiting", "working", "ready", "failed"] as const;
export type ExportState = (typeof exportStates)[number];

/** Texts of document 2 section 8. */
export const EXPORT_PREPARING = "Please wait while we prepare the data. Your file will be downloaded any moment";
export const EXPORT_DONE = "File has been downloaded";
export const EXPORT_FAILED = "An error occurred while exporting";

/** The list that an export was asked for on. */
export const exportListPath: Record<ExportKind, string> = {
  orders: "/orders",
  subscriptions: "/subscriptions",
  clients: "/clients",
};
