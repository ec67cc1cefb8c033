import { defineList, PAGE_SIZES } from "~/list/defineList";
import { orderStatuses } from "./orderStates";

/** The order list of the page and the API (rules.md orders/unassigned, lists/operations). */
export const orderList = defineList({
  name: "Orders",
  filters: {
    orderId: { label: "Order Id", operations: ["eq"], kind: "number" },
    status: { label: "Status", operations: ["eq", "in"], options: orderStatuses },
    serviceId: { label: "Service", operations: ["eq", "in"] },
    assignedToAdminId: { label: "Assigned", operations: ["eq", "in", "isnull"] },
    clientId: { label: "Client", operations: ["eq"] },
    clientName: { label: "Client Name", operations: ["like"] },
    createdTime: { label: "Created", operations: ["btn"], kind: "time" },
    completedDate: { label: "Completed", operations: ["btn"], kind: "time" },
  },
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
  boundedTotal: true,
});

export type OrderFilterKey = keyof typeof orderList.filters;

/** The filter choice for orders without an assignee. */
export const UNASSIGNED = "Unassigned";
