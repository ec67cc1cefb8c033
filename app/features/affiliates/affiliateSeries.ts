/** The chart of the affiliate's page shows one of these. */
export const affiliateSeries = ["visitors", "signUps", "earnings"] as const;
export type AffiliateSeries = (typeof affiliateSeries)[number];
