import { clientList } from "../clients/clientList";
import { clientSheet } from "../clients/clientSheet";
import { exportClients } from "../clients/findClients";
import { exportOrders } from "../orders/exportOrders";
import { orderList } from "../orders/orderList";
import { orderSheet } from "../orders/orderSheet";
import { exportSubscriptions } from "../subscriptions/exportSubscriptions";
import { subscriptionList } from "../subscriptions/subscriptionList";
import { subscriptionSheet } from "../subscriptions/subscriptionSheet";
import { type ExportableList, exportableList } from "./exportableList";
import type { ExportKind } from "./exportKinds";

/** Every list that can be exported: page, API and queue find it here. */
export const exportableLists: Record<ExportKind, ExportableList> = {
  orders: exportableList({ list: orderList, columns: orderSheet, permission: "orders.export", read: exportOrders }),
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
};
