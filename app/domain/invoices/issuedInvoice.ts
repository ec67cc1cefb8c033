import { eq } from "drizzle-orm";
import { invoices, orders, users } from "~db/schema";
import type { Context } from "../context";
import { NotFound } from "../errors";
import type { OrderInvoice } from "../orders/orderInvoice";
import type { PrintedInvoice } from "../ports/printer";
import { addressLines } from "./printedInvoice";

/** The content of an order's printed invoice, always the same, with the client's first name and the order's status. */
export async function issuedInvoice(ctx: Pick<Context, "db">, invoice: OrderInvoice) {
  const issued = await ctx.db
    .select({
      issuer: invoices.issuer,
      billing: orders.billing,
      serviceName: orders.serviceName,
      status: orders.status,
      name: invoices.clientName,
      email: invoices.clientEmail,
      firstName: users.firstName,
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(users, eq(users.id, invoices.clientId))
    .where(eq(invoices.id, invoice.id))
    .get();
  if (!issued) throw new NotFound();
  const printed: PrintedInvoice = {
    number: String(invoice.number),
    issuer: issued.issuer,
    issuedAt: invoice.createdAt,
    client: { name: issued.name, email: issued.email, addressLines: addressLines(issued.billing) },
    serviceName: issued.serviceName,
    lines: invoice.items.map(({ name, addOn, quantity, price }) => ({
      name: addOn ? `${name}, ${addOn}` : name,
      quantity,
      price,
    })),
    subtotal: invoice.subtotal,
    promotion: invoice.promotion,
    total: invoice.charged,
    payment: { paidAt: invoice.paidAt, transactionId: invoice.transactionId },
  };
  return { printed, firstName: issued.firstName, orderStatus: issued.status };
}
