import { orderStatusLabel, type OrderStatus as Status } from "~/domain/orders/orderStates";
import { StatusDot } from "~/ui/feedback/StatusDot";
import type { Tone } from "~/ui/feedback/Tone";

const tones: Record<Status, Tone> = {
  Abandoned_Checkout: "neutral",
  Payment_Failed: "danger",
  Inputs_Required: "warning",
  Active: "info",
  Working: "info",
  Completed: "success",
  Cancelled: "neutral",
};

export const OrderStatus = ({ status }: { status: Status }) => (
  <StatusDot tone={tones[status]}>{orderStatusLabel(status)}</StatusDot>
);
