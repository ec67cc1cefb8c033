import { and, eq, isNotNull, sql } from "drizzle-orm";
import { invoices, orders, uploads } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { NotFound } from "../errors";
import { orderInvoice } from "../orders/orderInvoice";
import { keepFile } from "../uploads/keepFile";
import { addressLines, invoiceFileName, PRINTED } from "./printedInvoice";

/**
 * The invoice PDF of a paid order, for staff and the client it was issued to. Created on the first request and the
 * same file afterwards (rules.md invoices/issue). Throws NotFound for anyone else, and for an unpaid order.
 */
export async function orderInvoicePdf(ctx: Context, orderId: string) {
  authorize(ctx, "orders.invoice");
  const invoice = await orderInvoice(ctx, { orderId });
  const name = invoiceFileName(String(invoice.number));
  const attachedTo = `invoice:${invoice.id}`;
  const [[issued], [kept]] = await ctx.db.batch([
    ctx.db
      .select({
        issuer: invoices.issuer,
        billing: orders.billing,
        serviceName: orders.serviceName,
        name: invoices.clientName,
        email: invoices.clientEmail,
      })
      .from(invoices)
      .innerJoin(orders, eq(orders.id, invoices.orderId))
      .where(eq(invoices.id, invoice.id)),
    ctx.db
      .select({ key: uploads.key })
      .from(uploads)
      .where(and(eq(uploads.attachedTo, attachedTo), isNotNull(uploads.storedAt)))
      .limit(1),
  ]);
  if (!issued) throw new NotFound();
  const object = kept ? await ctx.files.get(kept.key) : null;
  if (object) return { name, body: object.body };

  const bytes = await ctx.printer.invoice({
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
  });
  await keepFile(ctx, {
    kind: PRINTED,
    name,
    contentType: "application/pdf",
    bytes,
    ownerId: userOf(ctx.actor)?.id ?? null,
    attachTo: {
      what: attachedTo,
      // Of two concurrent requests the first file wins.
      provided: sql`not exists (select 1 from uploads as other where other.attached_to = ${attachedTo})`,
    },
  });
  return { name, body: bytes };
}
