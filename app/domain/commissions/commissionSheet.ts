import { defineSheet } from "~/list/defineSheet";
import { commissionStatusLabel } from "./commissionStates";
import type { CommissionListRow } from "./findCommissions";

/** The list's columns plus the date that staff sort by. */
export const commissionSheet = defineSheet<CommissionListRow>([
  { label: "Order ID", kind: "number", width: 12, value: (one) => one.orderNumber },
  { label: "Service", kind: "text", width: 36, value: (one) => one.serviceName },
  { label: "Customer Name", kind: "text", width: 28, value: (one) => one.clientName },
  { label: "Affiliate Name", kind: "text", width: 28, value: (one) => one.affiliateName },
  { label: "Order Amount", kind: "cents", width: 16, value: (one) => one.orderAmount },
  { label: "Commission Amount", kind: "cents", width: 20, value: (one) => one.amount },
  { label: "Order Paid Date", kind: "time", width: 24, value: (one) => one.orderPaidAt },
  { label: "Status", kind: "text", width: 14, value: (one) => commissionStatusLabel(one.status) },
  { label: "Void", kind: "time", width: 24, value: (one) => one.voidedAt },
  { label: "Created", kind: "time", width: 24, value: (one) => one.createdAt },
]);
