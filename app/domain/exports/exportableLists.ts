import { affiliateList } from "../affiliates/affiliateList";
import { affiliateSheet } from "../affiliates/affiliateSheet";
import { exportAffiliates } from "../affiliates/findAffiliates";
import { exportTrafficLogs } from "../affiliates/findTrafficLogs";
import { trafficLogList } from "../affiliates/trafficLogList";
import { trafficLogSheet } from "../affiliates/trafficLogSheet";
import { clientList } from "../clients/clientList";
import { clientSheet } from "../clients/clientSheet";
import { exportClients } from "../clients/findClients";
import { commissionList } from "../commissions/commissionList";
import { commissionSheet } from "../commissions/commissionSheet";
import { exportCommissions } from "../commissions/findCommissions";
import { auditList } from "../history/auditList";
import { auditSheet } from "../history/auditSheet";
import { exportAudit } from "../history/findAudit";
import { exportOrders } from "../orders/findOrders";
import { orderList } from "../orders/orderList";
import { exportedOrderSheet } from "../orders/orderSheet";
import { exportPlacements } from "../placements/findPlacements";
import { placementList } from "../placements/placementList";
import { placementSheet } from "../placements/placementSheet";
import { exportSecurityEvents } from "../securityEvents/findSecurityEvents";
import { securityEventList } from "../securityEvents/securityEventList";
import { securityEventSheet } from "../securityEvents/securityEventSheet";
import { exportSubscriptions } from "../subscriptions/findSubscriptions";
import { subscriptionList } from "../subscriptions/subscriptionList";
import { subscriptionSheet } from "../subscriptions/subscriptionSheet";
import { type ExportableList, exportableList } from "./exportableList";
import { exportableReports } from "./exportableReports";
import type { ExportKind } from "./exportKinds";

export const exportableLists: Record<ExportKind, ExportableList> = {
  orders: exportableList({
    list: orderList,
    columns: exportedOrderSheet,
    permission: "orders.export",
    read: exportOrders,
  }),
  placements: exportableList({
    list: placementList,
    columns: placementSheet,
    permission: "placements.export",
    read: exportPlacements,
  }),
  subscriptions: exportableList({
    list: subscriptionList,
    columns: subscriptionSheet,
    permission: "subscriptions.export",
    read: exportSubscriptions,
  }),
  clients: exportableList({
    list: clientList,
    columns: clientSheet,
    permission: "clients.export",
    read: exportClients,
  }),
  affiliates: exportableList({
    list: affiliateList,
    columns: affiliateSheet,
    permission: "affiliates.export",
    read: exportAffiliates,
  }),
  commissions: exportableList({
    list: commissionList,
    columns: commissionSheet,
    permission: "commissions.export",
    read: exportCommissions,
  }),
  trafficLogs: exportableList({
    list: trafficLogList,
    columns: trafficLogSheet,
    permission: "affiliates.traffic",
    read: exportTrafficLogs,
  }),
  securityEvents: exportableList({
    list: securityEventList,
    columns: securityEventSheet,
    permission: "securityEvents.list",
    read: exportSecurityEvents,
  }),
  audit: exportableList({ list: auditList, columns: auditSheet, permission: "audit.list", read: exportAudit }),
  ...exportableReports,
};
