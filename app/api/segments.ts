import type { Endpoint } from "./endpoint";

/**
 * Rows by the first path segment, imported on first use: the whole table would be a third of the code evaluated at
 * start-up. Must include every row of table.ts (tests/api/findRow.test.ts).
 */
export const segments: Record<string, () => Promise<Endpoint[][]>> = {
  admin: async () => [
    (await import("./admin")).adminRows,
    (await import("./report")).adminReportRows,
    (await import("./team")).teamRows,
  ],
  affiliate: async () => [(await import("./affiliate")).affiliateRows],
  affiliates: async () => [(await import("./affiliates")).affiliatesRows],
  announcement: async () => [(await import("./announcement")).announcementRows],
  audit: async () => [(await import("./audit")).auditRows],
  checkout: async () => [(await import("./checkout")).checkoutRows],
  claim: async () => [(await import("./claim")).claimRows],
  commission: async () => [(await import("./commissions")).commissionRows],
  commissions: async () => [(await import("./commissions")).commissionRows],
  coupon: async () => [(await import("./coupon")).couponRows],
  creative: async () => [(await import("./creative")).creativeRows],
  health: async () => [(await import("./health")).healthRows],
  notification: async () => [(await import("./notification")).notificationRows],
  "openapi.json": async () => [[(await import("./table")).openapiRow]],
  order: async () => [(await import("./order")).orderRows, (await import("./orderClients")).orderClientRows],
  placement: async () => [(await import("./placement")).placementRows, [(await import("./claim")).openClaimRow]],
  search: async () => [(await import("./search")).searchRows],
  service: async () => [
    (await import("./service")).serviceRows,
    (await import("./serviceManagement")).serviceManagementRows,
  ],
  subscription: async () => [(await import("./subscription")).subscriptionRows],
  upload: async () => [(await import("./upload")).uploadRows],
  user: async () => [
    (await import("./personalData")).personalDataRows,
    (await import("./profile")).profileRows,
    (await import("./user")).userRows,
    (await import("./userClients")).userClientRows,
  ],
};
