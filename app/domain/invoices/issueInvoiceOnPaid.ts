import { eq, sql } from "drizzle-orm";
import { fullNameById } from "~db/fullName";
import { newId } from "~db/ids";
import { invoiceHeads, invoices } from "~db/schema";
import type { OrderPaidHandler } from "../orderPaid";
import { invoiceHead } from "../settings/invoiceHead";
import { nextInvoiceNumber } from "./nextInvoiceNumbers";
import { issuerOf } from "./printedInvoice";

/**
 * Issues the order's invoice to its current client, with the account's next number. The client's country decides the
 * issuing entity, and the settings of this moment stay on it (rules.md invoices/issue).
 */
export const issueInvoiceOnPaid: OrderPaidHandler = (ctx, { order, client, paidAt, transactionId }) => {
  const issuer = issuerOf(order.billing.country);
  const head = invoiceHead(ctx.settings, issuer);
  const headId = ctx.db.select({ id: invoiceHeads.id }).from(invoiceHeads).where(eq(invoiceHeads.head, head));
  return [
    ctx.db
      .insert(invoiceHeads)
      .values({ id: newId(ctx.now), head })
      .onConflictDoNothing({ target: invoiceHeads.head }),
    ctx.db
      .insert(invoices)
      .values({
        id: newId(ctx.now),
        orderId: order.id,
        clientId: order.clientId,
        clientName: fullNameById(order.clientId),
        clientEmail: client.email,
        account: order.account,
        number: nextInvoiceNumber(order.account),
        issuer,
        headId: sql`(${headId})`,
        subtotal: order.subtotal,
        charged: order.total,
        transactionId,
        paidAt,
        createdAt: ctx.now,
      })
      .onConflictDoNothing({ target: invoices.orderId }),
  ];
};
