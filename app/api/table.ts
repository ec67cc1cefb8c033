import { adminRows } from "./admin";
import { checkoutRows } from "./checkout";
import type { Endpoint } from "./endpoint";
import { notificationRows } from "./notification";
import { openapiRow } from "./openapi";
import { orderRows } from "./order";
import { profileRows } from "./profile";
import { serviceRows } from "./service";
import { serviceManagementRows } from "./serviceManagement";
import { teamRows } from "./team";
import { uploadRows } from "./upload";
import { userRows } from "./user";

/** Every call of the API; one file per first path segment. */
export const table: Endpoint[] = [
  ...adminRows,
  ...checkoutRows,
  ...notificationRows,
  ...orderRows,
  ...profileRows,
  ...serviceRows,
  ...serviceManagementRows,
  ...teamRows,
  ...uploadRows,
  ...userRows,
  openapiRow,
];
