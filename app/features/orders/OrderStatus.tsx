import type { ComponentProps } from "react";
import { orderStatusLabel, type OrderStatus as Status } from "~/domain/orders/orderStates";
import { StatusDot } from "~/ui/feedback/StatusDot";

const looks: Record<Status, Omit<ComponentProps<typeof StatusDot>, "children">> = {
  Abandoned_Checkout: { tone: "neutral", shape: "square" },
  Payment_Failed: { tone: "danger" },
  Inputs_Required: { tone: "warning" },
  Active: { tone: "info" },
  Working: { tone: "info", shape: "half" },
  Completed: { tone: "success" },
  Cancelled: { tone: "neutral" },
};

export const OrderStatus = ({ status }: { status: Status }) => (
  <StatusDot {...looks[status]}>{orderStatusLabel(status)}</StatusDot>
);
