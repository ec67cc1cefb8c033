import { eq } from "drizzle-orm";
import { invoiceHeads, invoices, orders, users } from "~db/schema";
import { type Context, zoneOf } from "../context";
import { NotFound } from "../errors";
import type { OrderInvoice } from "../orders/orderInvoice";
import type { PrintedInvoice } from "../ports/printer";
import { invoiceHead } from "../settings/invoiceHead";
import { billedLines } from "./printedInvoice";

/**
 * The content of an order's printed invoice, always the same, with the client's id, first name and zone, and the
 * order's status.
 */
export async function issuedInvoice(ctx: Pick<Context, "db" | "settings">, invoice: OrderInvoice) {
  const issued = await ctx.db
    .select({
      issuer: invoices.issuer,
      head: invoiceHeads.head,
      billing: orders.billing,
      serviceName: orders.serviceName,
      status: orders.status,
      name: invoices.clientName,
      email: invoices.clientEmail,
      clientId: invoices.clientId,
      firstName: users.firstName,
      timeZone: users.timeZone,
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .leftJoin(invoiceHeads, eq(invoiceHeads.id, invoices.headId))
    .innerJoin(users, eq(users.id, invoices.clientId))
    .where(eq(invoices.id, invoice.id))
    .get();
  if (!issued) throw new NotFound();
  const head = issued.head ?? invoiceHead(ctx.settings, issued.issuer);
  const printed: PrintedInvoice = {
    letterhead: head.letterhead,
    number: invoice.printedNumber,
    issuer: issued.issuer,
    issuedBy: head.issuedBy,
    footer: head.footer,
    issuedAt: invoice.createdAt,
    zone: head.zone,
    client: { name: issued.name, email: issued.email, addressLines: billedLines(issued.billing) },
    serviceName: issued.serviceName,
    lines: invoice.items.map(({ name, addOn, quantity, price }) => ({
      name: addOn ? `${name}, ${addOn}` : name,
      quantity,
      price,
    })),
    subtotal: invoice.subtotal,
    promotion: invoice.promotion,
    ...(invoice.taxLines.length > 0 && { taxLines: invoice.taxLines }),
    total: invoice.charged,
    payment: { paidAt: invoice.paidAt, transactionId: invoice.transactionId },
  };
  const { clientId, firstName } = issued;
  return { printed, clientId, firstName, zone: zoneOf(ctx, issued), orderStatus: issued.status };
}
