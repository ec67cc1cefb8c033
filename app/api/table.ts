import { z } from "zod";
import { adminRows } from "./admin";
import { affiliateRows } from "./affiliate";
import { affiliatesRows } from "./affiliates";
import { announcementRows } from "./announcement";
import { auditRows } from "./audit";
import { checkoutRows } from "./checkout";
import { claimRows, openClaimRow } from "./claim";
import { commissionRows } from "./commissions";
import { couponRows } from "./coupon";
import { creativeRows } from "./creative";
import { type Endpoint, endpoint } from "./endpoint";
import { healthRows } from "./health";
import { notificationRows } from "./notification";
import { openapiDocument } from "./openapi";
import { orderRows } from "./order";
import { orderClientRows } from "./orderClients";
import { personalDataRows } from "./personalData";
import { placementRows } from "./placement";
import { profileRows } from "./profile";
import { adminReportRows } from "./report";
import { searchRows } from "./search";
import { serviceRows } from "./service";
import { serviceManagementRows } from "./serviceManagement";
import { subscriptionRows } from "./subscription";
import { teamRows } from "./team";
import { uploadRows } from "./upload";
import { userRows } from "./user";
import { userClientRows } from "./userClients";

export const openapiRow: Endpoint = endpoint({
  method: "GET",
  path: "/openapi.json",
  permission: "api.document",
  summary: "Get this document",
  output: z.looseObject({ openapi: z.string() }),
  run: async (ctx) => openapiDocument(table, ctx.siteUrl),
});

/** Every API call. docs/spec-map.md lists the file of each. */
export const table: Endpoint[] = [
  ...adminRows,
  ...affiliatesRows,
  ...affiliateRows,
  ...adminReportRows,
  ...announcementRows,
  ...creativeRows,
  ...auditRows,
  ...searchRows,
  ...checkoutRows,
  ...commissionRows,
  ...couponRows,
  ...healthRows,
  ...notificationRows,
  ...orderRows,
  ...orderClientRows,
  ...placementRows,
  openClaimRow,
  ...claimRows,
  ...serviceRows,
  ...serviceManagementRows,
  ...subscriptionRows,
  ...personalDataRows,
  ...profileRows,
  ...teamRows,
  ...uploadRows,
  ...userRows,
  ...userClientRows,
  openapiRow,
];
