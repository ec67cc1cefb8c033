/** Lists that can be exported as a spreadsheet in the background. */
export const exportKinds = ["orders"] as const;
export type ExportKind = (typeof exportKinds)[number];

export const exportStates = ["waiting", "working", "ready", "failed"] as const;
export type ExportState = (typeof exportStates)[number];
