import { formatCents } from "~/format/money";
import { nameInNotifications } from "../notifications/greeting";
import { notifyStatements } from "../notifications/notifyStatements";
import type { OrderPaidHandler } from "../orderPaid";

/**
 * Notifies the buyer, and the assignee or all staff. A cancelled order that was paid needs staff to act (rules.md
 * notifications/recipients).
 */
export const notifyOnPaid: OrderPaidHandler = (ctx, { order, client, nextStatus, wasCancelled }) => {
  const about = { type: "ORDER", typeSystemId: order.id } as const;
  const forStaff = wasCancelled
    ? `Order ${order.number} was paid after it was canceled. Refund it or reopen it.`
    : `New order ${order.number}: ${order.serviceName}, ${formatCents(order.total)}, ${nameInNotifications(client)}`;
  const forBuyer = [
    `Payment received for order ${order.number}: ${order.serviceName}.`,
    ...(nextStatus === "Inputs_Required" && !wasCancelled ? ["Please add your project details."] : []),
  ].join(" ");
  return [
    ...notifyStatements(ctx, {
      ...about,
      recipients: { users: [order.clientId] },
      description: forBuyer,
      // A manual order is paid outside the portal, so the client only learns that it was placed.
      kind: order.paymentType === "MANUAL" ? "orderPlaced" : "orderPaid",
      // The receipt is its mail.
      mailedApart: order.total > 0,
      dedupeKey: `order.paid:${order.id}`,
    }),
    ...notifyStatements(ctx, {
      ...about,
      recipients: { assigneeElseStaffOfOrder: order.id },
      description: forStaff,
      // Without a kind nobody can switch it off: staff must see a payment for a cancelled order.
      ...(wasCancelled ? {} : { kind: "newOrder" as const }),
      dedupeKey: `order.new:${order.id}`,
    }),
  ];
};
