import { and, eq, isNotNull, sql } from "drizzle-orm";
import { uploads } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { orderInvoice } from "../orders/orderInvoice";
import { keepFile } from "../uploads/keepFile";
import { issuedInvoice } from "./issuedInvoice";
import { invoiceFileName, PRINTED } from "./printedInvoice";

/**
 * The invoice PDF of a paid order, for staff and the client it was issued to. Created on the first request and the
 * same file afterwards (rules.md invoices/issue). Throws NotFound for anyone else, and for an unpaid order.
 */
export async function orderInvoicePdf(ctx: Context, orderId: string) {
  authorize(ctx, "orders.invoice");
  const invoice = await orderInvoice(ctx, { orderId });
  const name = invoiceFileName(invoice.printedNumber);
  const attachedTo = `invoice:${invoice.id}`;
  const [kept] = await ctx.db
    .select({ key: uploads.key })
    .from(uploads)
    .where(and(eq(uploads.attachedTo, attachedTo), isNotNull(uploads.storedAt)))
    .limit(1);
  const object = kept ? await ctx.files.get(kept.key) : null;
  if (object) return { name, body: object.body };

  const { printed } = await issuedInvoice(ctx, invoice);
  const bytes = await ctx.printer.invoice(printed);
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
