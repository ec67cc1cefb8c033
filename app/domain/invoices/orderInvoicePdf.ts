import { authorize } from "../access";
import type { Context } from "../context";
import { orderInvoice } from "../orders/orderInvoice";
import { issuedInvoice } from "./issuedInvoice";
import { keptPdf } from "./keptPdf";
import { invoiceFileName } from "./printedInvoice";

/**
 * The invoice PDF of a paid order, for staff and the client it was issued to. Created on the first request and the
 * same file afterwards, until a refund is added to it (rules.md invoices/issue). Throws NotFound for anyone else, and
 * for an unpaid order.
 */
export async function orderInvoicePdf(ctx: Context, orderId: string) {
  authorize(ctx, "orders.invoice");
  const invoice = await orderInvoice(ctx, { orderId });
  const { refunded } = invoice;
  return await keptPdf(ctx, {
    name: invoiceFileName(invoice.printedNumber),
    // A refund is a new file; the issued one stays as it was.
    attachedTo: `invoice:${invoice.id}${refunded ? `:refunded:${refunded.amount}` : ""}`,
    print: async () => ({ ...(await issuedInvoice(ctx, invoice)).printed, ...(refunded && { refunded }) }),
  });
}
