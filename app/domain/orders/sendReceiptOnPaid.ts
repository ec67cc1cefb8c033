import { brand } from "~/brand";
import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { greeting } from "../notifications/greeting";
import { mailBody } from "../notifications/mailBody";
import { mailStatements } from "../notifications/mailStatements";
import type { OrderPaidHandler } from "../orderPaid";

/**
 * Always sent, whatever the person's choices (rules.md notifications/recipients). Free orders have no receipt. Items and
 * invoice are added when it is sent: both may be written later in the same batch.
 */
export const sendReceiptOnPaid: OrderPaidHandler = (ctx, { order, client, paidAt }) => {
  if (order.total === 0) return [];
  return mailStatements(ctx, {
    to: client.email,
    subject: `Receipt for order ${order.number}`,
    ...mailBody({
      greeting: greeting(client.firstName),
      paragraphs: [
        `We received ${formatCents(order.total)} for order ${order.number}, ${order.serviceName}, on ${formatLongDate(paidAt)}. Thank you.`,
        "You can view and download the invoice on the order page.",
      ],
      action: { label: "View order", url: ctx.siteUrl + paths.order(order.id) },
      brand: { name: brand.name },
    }),
    dedupeKey: `receipt:${order.id}`,
    receiptOf: order.id,
    urgent: true,
  });
};
