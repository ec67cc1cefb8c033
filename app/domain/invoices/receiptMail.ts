import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { firstPasswordLink } from "../accounts/newPasswordLink";
import type { Context } from "../context";
import { composeMail } from "../notifications/composeMail";
import { readInvoice } from "../orders/orderInvoice";
import type { Printer } from "../ports/printer";
import { taxRows } from "../taxRows";
import { issuedInvoice } from "./issuedInvoice";
import { invoiceFileName } from "./printedInvoice";

export interface MailAttachment {
  filename: string;
  type: string;
  content: Uint8Array;
}

const NO_PASSWORD = "Your account has no password yet. The link works once, within 7 days.";

interface ReceiptOptions {
  orderId: string;
  /** Absent where nothing is attached. */
  printInvoice?: Printer["invoice"];
  /** A printer that keeps failing does not hold the receipt back. */
  lastTry: boolean;
}

/**
 * The receipt of a paid order, with its items and the invoice attached, and for an account without a password the link
 * that sets one (rules.md checkout/new-account). Built when it is sent, and not stored. Cents inside.
 */
export async function receiptMail(
  ctx: Pick<Context, "actor" | "db" | "now" | "siteUrl" | "settings">,
  { orderId, printInvoice, lastTry }: ReceiptOptions,
): Promise<{ subject: string; text: string; html: string; attachments: MailAttachment[] }> {
  const invoice = await readInvoice(ctx, { orderId });
  const { printed, clientId, firstName, zone, orderStatus } = await issuedInvoice(ctx, invoice);
  const attachments = await printedAttachment(printed, printInvoice, lastTry);
  const passwordUrl = await firstPasswordLink(ctx, clientId);
  const waits = orderStatus === "Inputs_Required";
  const mail = composeMail(ctx, "receipt", {
    firstName,
    values: {
      amount: formatCents(printed.total),
      orderNumber: String(invoice.orderNumber),
      service: printed.serviceName,
      date: formatLongDate(invoice.paidAt, zone),
      invoice:
        attachments.length > 0
          ? `Invoice ${printed.number} is attached. You can also download it on the order page.`
          : "You can view and download the invoice on the order page.",
      nextStep: waits ? "Next, tell us about your project so we can start." : "",
    },
    block: {
      ...(passwordUrl
        ? { links: [{ text: NO_PASSWORD, link: { label: "Choose your password", url: passwordUrl } }] }
        : {}),
      rows: [
        ...printed.lines.map(({ name, quantity, price }) => ({
          label: `${quantity} × ${name}`,
          value: formatCents(quantity * price),
        })),
        ...(printed.promotion ? [{ label: "Discount", value: `-${formatCents(printed.promotion)}` }] : []),
        ...(printed.taxLines?.length ? taxRows(printed.taxLines) : []),
        { label: "Total paid", value: formatCents(printed.total) },
      ],
    },
    action: waits
      ? { label: "Add project details", url: ctx.siteUrl + paths.checkoutSuccess(orderId) }
      : { label: "View order", url: ctx.siteUrl + paths.order(orderId) },
  });
  return { ...mail, attachments };
}

/** The PDF of an invoice or credit note for a mail; none where nothing is printed. */
export async function printedAttachment(
  printed: Parameters<Printer["invoice"]>[0],
  printInvoice: Printer["invoice"] | undefined,
  lastTry: boolean,
): Promise<MailAttachment[]> {
  if (!printInvoice) return [];
  try {
    const content = await printInvoice(printed);
    return [
      {
        filename: printed.creditOf === undefined ? invoiceFileName(printed.number) : `${printed.number}.pdf`,
        type: "application/pdf",
        content,
      },
    ];
  } catch (error) {
    if (!lastTry) throw error;
    return [];
  }
}
