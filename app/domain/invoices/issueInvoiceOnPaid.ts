import { sql } from "drizzle-orm";
import { fullNameById } from "~db/fullName";
import { newId } from "~db/ids";
import { invoices } from "~db/schema";
import { floorOf } from "../numbering/numberFloors";
import type { OrderPaidHandler } from "../orderPaid";
import { issuerOf } from "./printedInvoice";

const FIRST_NUMBER = 1001;

/**
 * Issues the order's invoice to its current client, with the account's next number. The client's country decides the
 * issuing entity (rules.md invoices/issue).
 */
export const issueInvoiceOnPaid: OrderPaidHandler = (ctx, { order, client, paidAt, transactionId }) => [
  ctx.db
    .insert(invoices)
    .values({
      id: newId(ctx.now),
      orderId: order.id,
      clientId: order.clientId,
      clientName: fullNameById(order.clientId),
      clientEmail: client.email,
      account: order.account,
      number: sql`(select max(coalesce(max(number), ${FIRST_NUMBER - 1}), ${floorOf(`invoice:${order.account}`)}) + 1 from invoices where account = ${order.account})`,
      issuer: issuerOf(order.billing.country),
      subtotal: order.subtotal,
      charged: order.total,
      transactionId,
      paidAt,
      createdAt: ctx.now,
    })
    .onConflictDoNothing({ target: invoices.orderId }),
];
