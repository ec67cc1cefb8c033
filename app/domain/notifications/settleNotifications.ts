import type { SettleContributor } from "../checkout/settlement";
import { notifyStatements } from "./notifyStatements";

/** The buyer and whoever works on it hear of a paid order; for a cancelled one staff must act (decision O17). */
export const settleNotifications: SettleContributor = (ctx, { order, nextStatus, wasCancelled }) => {
  const about = { type: "ORDER", typeSystemId: order.id } as const;
  const forStaff = wasCancelled
    ? `Order ${order.number} was paid after it was cancelled. Refund it or reopen it.`
    : `New order ${order.number}: ${order.serviceName}`;
  const forBuyer = [
    `Payment received for order ${order.number}: ${order.serviceName}.`,
    ...(nextStatus === "Inputs_Required" && !wasCancelled ? ["Please add your project details."] : []),
  ].join(" ");
  return [
    ...notifyStatements(ctx, {
      ...about,
      recipients: { users: [order.clientId] },
      description: forBuyer,
      // A manual order is paid elsewhere: what its client learns is that there is one.
      kind: order.paymentType === "MANUAL" ? "orderPlaced" : "orderPaid",
      dedupeKey: `order.paid:${order.id}`,
    }),
    ...notifyStatements(ctx, {
      ...about,
      recipients: { assigneeElseStaffOfOrder: order.id },
      description: forStaff,
      // Money for a cancelled order has to be seen.
      ...(wasCancelled ? {} : { kind: "newOrder" as const }),
      dedupeKey: `order.new:${order.id}`,
    }),
  ];
};
