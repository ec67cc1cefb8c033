import type { Endpoint } from "./endpoint";

/**
 * The rows by the first part of their path, read when it is first called: the whole table is a third of what a start
 * would evaluate. Every row of table.ts must be found here (tests/api/findRow.test.ts).
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
  checkout: async () => [(await import("./checkout")).checkoutRows],
  commission: async () => [(await import("./commissions")).commissionRows],
  commissions: async () => [(await import("./commissions")).commissionRows],
  coupon: async () => [(await import("./coupon")).couponRows],
  creative: async () => [(await import("./creative")).creativeRows],
  notification: async () => [(await import("./notification")).notificationRows],
  "openapi.json": async () => [[(await import("./openapi")).openapiRow]],
  order: async () => [(await import("./order")).orderRows, (await import("./orderClients")).orderClientRows],
  service: async () => [
    (await import("./service")).serviceRows,
    (await import("./serviceManagement")).serviceManagementRows,
  ],
  subscription: async () => [(await import("./subscription")).subscriptionRows],
  upload: async () => [(await import("./upload")).uploadRows],
  user: async () => [
    (await import("./profile")).profileRows,
    (await import("./user")).userRows,
    (await import("./userClients")).userClientRows,
  ],
};
