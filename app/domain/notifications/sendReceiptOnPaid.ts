import { brand } from "~/brand";
import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import type { OrderPaidHandler } from "../checkout/settlement";
import { greeting } from "./greeting";
import { mailBody } from "./mailBody";
import { mailStatements } from "./mailStatements";

/** Always sent, whatever the person's choices (rules.md notifications/recipients). Free orders have no receipt. */
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
  });
};
