import { and, eq, isNotNull, sql } from "drizzle-orm";
import { refunds } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { floorOf } from "../numbering/numberFloors";
import { readInvoice } from "../orders/orderInvoice";
import type { PaymentAccount } from "../ports/payments";
import type { PrintedInvoice } from "../ports/printer";
import { issuedInvoice } from "./issuedInvoice";
import { keptPdf } from "./keptPdf";
import { creditNoteName } from "./printedInvoice";

const FIRST_NUMBER = 1001;

/** The number of the account's next credit note, as SQL: above its highest one and its floor. */
export const nextCreditNumber = (account: PaymentAccount) =>
  sql<number>`(select max(coalesce(max(numbered.credit_number), ${FIRST_NUMBER - 1}), ${floorOf(`credit:${account}`)}) + 1
    from refunds numbered where numbered.account = ${account})`;

/**
 * What the credit note of a refund prints: the invoice's parties, and the amount as its only line. For staff, jobs and
 * the client whom the invoice names. Throws NotFound.
 */
export async function creditNote(
  ctx: Pick<Context, "actor" | "db" | "settings">,
  refundId: string,
): Promise<{ orderId: string; printed: PrintedInvoice }> {
  const refund = await ctx.db
    .select({
      orderId: refunds.orderId,
      amount: refunds.amount,
      number: refunds.creditNumber,
      refundedAt: refunds.refundedAt,
      createdAt: refunds.createdAt,
      providerId: refunds.providerId,
    })
    .from(refunds)
    .where(and(eq(refunds.id, refundId), isNotNull(refunds.creditNumber)))
    .get();
  if (!refund) throw new NotFound();
  const { orderId, amount, providerId } = refund;
  const invoice = await readInvoice(ctx, { orderId });
  const { printed } = await issuedInvoice(ctx, invoice);
  const { taxLines: _taxes, ...head } = printed;
  const at = refund.refundedAt ?? refund.createdAt;
  return {
    orderId,
    printed: {
      ...head,
      number: creditNoteName(refund.number ?? 0),
      creditOf: printed.number,
      issuedAt: at,
      lines: [{ name: `Refund of invoice ${printed.number}`, quantity: 1, price: amount }],
      subtotal: amount,
      promotion: null,
      total: amount,
      payment: { paidAt: at, transactionId: providerId ?? invoice.transactionId },
    },
  };
}

/** The credit note of an order's refund as a PDF, printed once. Throws NotFound. */
export async function creditNotePdf(ctx: Context, { orderId, refundId }: { orderId: string; refundId: string }) {
  authorize(ctx, "orders.invoice");
  const note = await creditNote(ctx, refundId);
  if (note.orderId !== orderId) throw new NotFound();
  return await keptPdf(ctx, {
    name: `${note.printed.number}.pdf`,
    attachedTo: `creditNote:${refundId}`,
    print: async () => note.printed,
  });
}
