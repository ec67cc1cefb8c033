/** Document 3 section 3. */
export const creativeStatuses = ["ACTIVE", "INACTIVE"] as const;
export type CreativeStatus = (typeof creativeStatuses)[number];
