import { defineSheet } from "~/list/defineSheet";
import { taxNames } from "../amountWithTaxes";
import type { SubscriptionListRow } from "./findSubscriptions";
import { subscriptionStatusLabel } from "./subscriptionStates";

/** The subscription list export, with the columns that staff see. */
export const subscriptionSheet = defineSheet<SubscriptionListRow>([
  { label: "Client Name", kind: "text", width: 28, value: (one) => one.client.name },
  { label: "Subscription ID", kind: "text", width: 30, value: (one) => one.id },
  { label: "Initial Order ID", kind: "number", width: 16, value: (one) => one.initialOrder.number },
  { label: "Service", kind: "text", width: 36, value: (one) => one.serviceName },
  { label: "Status", kind: "text", width: 14, value: (one) => subscriptionStatusLabel(one.status) },
  { label: "Amount", kind: "cents", width: 14, value: (one) => one.amount },
  { label: "Total Orders", kind: "number", width: 14, value: (one) => one.currentCycle },
  { label: "Previous Payment", kind: "time", width: 24, value: (one) => one.previousPayment },
  {
    label: "Next Payment",
    kind: "time",
    width: 24,
    value: (one) => (one.status === "Cancelled" ? null : one.nextPayment),
  },
  { label: "Created Time", kind: "time", width: 24, value: (one) => one.createdAt },
  { label: "Asked to Cancel", kind: "time", width: 24, value: (one) => one.cancelRequest?.at ?? null },
  { label: "Reason", kind: "text", width: 40, value: (one) => one.cancelRequest?.reason ?? null },
  { label: "Ends", kind: "time", width: 24, value: (one) => one.endsAt },
  { label: "Taxes in Amount", kind: "text", width: 24, value: (one) => taxNames(one.taxRates) },
]);
