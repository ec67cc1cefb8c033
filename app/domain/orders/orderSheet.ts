import { defineSheet } from "~/list/defineSheet";
import { paymentTypeLabel } from "../catalogue/serviceTypes";
import { UNASSIGNED } from "./orderList";
import type { ExportedOrder, OrderListRow } from "./orderListRows";
import { orderStatusLabel } from "./orderStates";
import { priorityLabel } from "./priorities";

/** The columns of the order list that staff see. */
export const orderSheet = defineSheet<OrderListRow>([
  { label: "Service Details", kind: "text", width: 36, value: (order) => order.serviceName },
  { label: "Order ID", kind: "number", width: 12, value: (order) => order.number },
  { label: "Client Name", kind: "text", width: 28, value: (order) => order.client?.name ?? null },
  { label: "Amount", kind: "cents", width: 14, value: (order) => order.total },
  { label: "Created Date", kind: "time", width: 24, value: (order) => order.createdAt },
  { label: "Completed Date", kind: "time", width: 24, value: (order) => order.completedAt },
  { label: "Assigned", kind: "text", width: 24, value: (order) => order.assignedTo?.name ?? UNASSIGNED },
  { label: "Status", kind: "text", width: 20, value: (order) => orderStatusLabel(order.status) },
  // What the documents do not have stands last.
  { label: "Due Date", kind: "time", width: 24, value: (order) => order.dueAt },
  {
    label: "Tags",
    kind: "text",
    width: 28,
    value: ({ sorting }) => sorting?.tags.map(({ name }) => name).join(", ") || null,
  },
  {
    label: "Priority",
    kind: "text",
    width: 12,
    value: ({ sorting }) => (sorting ? priorityLabel(sorting.priority) : null),
  },
]);

/** The order list export: the list's columns, then what an accountant asks for. */
export const exportedOrderSheet = defineSheet<ExportedOrder>([
  ...orderSheet,
  { label: "Email", kind: "text", width: 36, value: ({ details }) => details.clientEmail },
  { label: "Company", kind: "text", width: 28, value: ({ details }) => details.company },
  { label: "Packages", kind: "text", width: 36, value: ({ details }) => details.packages },
  { label: "Coupon", kind: "text", width: 16, value: ({ details }) => details.couponCode },
  { label: "Refunded", kind: "cents", width: 14, value: ({ details }) => details.refunded },
  { label: "Payment Type", kind: "text", width: 16, value: ({ details }) => paymentTypeLabel(details.paymentType) },
]);
