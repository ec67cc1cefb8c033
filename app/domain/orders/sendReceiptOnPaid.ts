import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { zoneOf } from "../context";
import { composeMail } from "../notifications/composeMail";
import { mailStatements } from "../notifications/mailStatements";
import type { OrderPaidHandler } from "../orderPaid";

/**
 * Always sent, whatever the person's choices (rules.md notifications/recipients). Free orders have no receipt. Items
 * and invoice are added when it is sent: both may be written later in the same batch.
 */
export const sendReceiptOnPaid: OrderPaidHandler = (ctx, { order, client, paidAt, renewal }) => {
  if (order.total === 0) return [];
  return mailStatements(ctx, {
    to: client.email,
    ...composeMail(ctx, "receipt", {
      firstName: client.firstName,
      values: {
        amount: formatCents(order.total),
        orderNumber: String(order.number),
        service: order.serviceName,
        date: formatLongDate(paidAt, zoneOf(ctx, client)),
        invoice: "You can view and download the invoice on the order page.",
        nextStep: "",
      },
      action: { label: "View order", url: ctx.siteUrl + paths.order(order.id) },
    }),
    dedupeKey: `receipt:${order.id}`,
    receiptOf: order.id,
    // Nobody waits for the receipt of a renewal, and a day may bring hundreds.
    urgent: !renewal,
  });
};
