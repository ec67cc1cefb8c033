import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import type { Context } from "../context";
import { greeting } from "../notifications/greeting";
import { mailBody } from "../notifications/mailBody";
import { readInvoice } from "../orders/orderInvoice";
import type { Printer } from "../ports/printer";
import { issuedInvoice } from "./issuedInvoice";
import { invoiceFileName } from "./printedInvoice";

export interface MailAttachment {
  filename: string;
  type: string;
  content: Uint8Array;
}

interface ReceiptOptions {
  orderId: string;
  brandName: string;
  /** Absent where nothing is attached. */
  printInvoice?: Printer["invoice"];
  /** A printer that keeps failing does not hold the receipt back. */
  lastTry: boolean;
}

/** The body of a paid order's receipt, with its items and the invoice attached. Built when it is sent. Cents inside. */
export async function receiptMail(
  ctx: Pick<Context, "actor" | "db" | "siteUrl">,
  { orderId, brandName, printInvoice, lastTry }: ReceiptOptions,
): Promise<{ text: string; html: string; attachments: MailAttachment[] }> {
  const invoice = await readInvoice(ctx, { orderId });
  const { printed, firstName, orderStatus } = await issuedInvoice(ctx, invoice);
  const attachments = await attachmentOf(printed, printInvoice, lastTry);
  const waits = orderStatus === "Inputs_Required";
  const body = mailBody({
    greeting: greeting(firstName),
    paragraphs: [
      `We received ${formatCents(printed.total)} for order ${invoice.orderNumber}, ${printed.serviceName}, on ${formatLongDate(invoice.paidAt)}. Thank you.`,
    ],
    rows: [
      ...printed.lines.map(({ name, quantity, price }) => ({
        label: `${quantity} × ${name}`,
        value: formatCents(quantity * price),
      })),
      ...(printed.promotion ? [{ label: "Discount", value: `-${formatCents(printed.promotion)}` }] : []),
      { label: "Total paid", value: formatCents(printed.total) },
    ],
    after: [
      attachments.length > 0
        ? `Invoice ${printed.number} is attached. You can also download it on the order page.`
        : "You can view and download the invoice on the order page.",
      ...(waits ? ["Next, tell us about your project so we can start."] : []),
    ],
    action: waits
      ? { label: "Add project details", url: ctx.siteUrl + paths.checkoutSuccess(orderId) }
      : { label: "View order", url: ctx.siteUrl + paths.order(orderId) },
    brand: { name: brandName },
  });
  return { ...body, attachments };
}

async function attachmentOf(
  printed: Parameters<Printer["invoice"]>[0],
  printInvoice: Printer["invoice"] | undefined,
  lastTry: boolean,
): Promise<MailAttachment[]> {
  if (!printInvoice) return [];
  try {
    const content = await printInvoice(printed);
    return [{ filename: invoiceFileName(printed.number), type: "application/pdf", content }];
  } catch (error) {
    if (!lastTry) throw error;
    return [];
  }
}
