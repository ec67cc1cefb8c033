export const creativeStatuses = ["ACTIVE", "INACTIVE"] as const;
export type CreativeStatus = (typeof creativeStatuses)[number];
