import { defineList, PAGE_SIZES } from "~/list/defineList";
import { orderStatuses } from "./orderStates";
import { priorities } from "./priorities";

/** The order list of the page and the API (rules.md orders/unassigned, lists/operations). */
export const orderList = defineList({
  name: "Orders",
  filters: {
    /** The ticked rows, for an export of them. */
    order: { label: "Selected", operations: ["in"] },
    orderId: { label: "Order Id", operations: ["eq"], kind: "number" },
    status: { label: "Status", operations: ["eq", "in"], options: orderStatuses },
    serviceId: { label: "Service", operations: ["eq", "in"] },
    assignedToAdminId: { label: "Assigned", operations: ["eq", "in", "isnull"] },
    clientId: { label: "Client", operations: ["eq"] },
    priority: { label: "Priority", operations: ["eq", "in"], options: priorities },
    tags: { label: "Tags", operations: ["eq", "in"] },
    clientName: { label: "Client Name", operations: ["like"] },
    createdTime: { label: "Created", operations: ["btn"], kind: "time" },
    completedDate: { label: "Completed", operations: ["btn"], kind: "time" },
    dueAt: { label: "Due", operations: ["btn"], kind: "time", days: "agency" },
  },
  sorts: ["createdTime", "dueAt"],
  defaultSort: { by: "createdTime", direction: "desc" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
  boundedTotal: true,
});

export type OrderFilterKey = keyof typeof orderList.filters;
export type OrderSort = (typeof orderList.sorts)[number];

/** The filter choice for orders without an assignee. */
export const UNASSIGNED = "Unassigned";
