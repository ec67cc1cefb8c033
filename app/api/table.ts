import { adminRows } from "./admin";
import { checkoutRows } from "./checkout";
import type { Endpoint } from "./endpoint";
import { notificationRows } from "./notification";
import { openapiRow } from "./openapi";
import { orderRows } from "./order";
import { orderClientRows } from "./orderClients";
import { serviceRows } from "./service";
import { serviceManagementRows } from "./serviceManagement";
import { subscriptionRows } from "./subscription";
import { uploadRows } from "./upload";
import { userRows } from "./user";
import { userClientRows } from "./userClients";

/** Every call of the API; one file per first path segment. */
export const table: Endpoint[] = [
  ...adminRows,
  ...checkoutRows,
  ...notificationRows,
  ...orderRows,
  ...orderClientRows,
  ...serviceRows,
  ...serviceManagementRows,
  ...subscriptionRows,
  ...uploadRows,
  ...userRows,
  ...userClientRows,
  openapiRow,
];
