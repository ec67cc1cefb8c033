import type { PrintedInvoice } from "~/domain/ports/printer";
import { taxRows } from "~/domain/taxRows";
import { formatLongDate } from "~/format/dates";
import { languageTable } from "~/format/languageTable.server";
import { formatCents } from "~/format/money";
import { formatNumber } from "~/format/numbers";
import { type FontShelf, openFonts } from "./invoiceFonts";
import { ground, ink, rule, styles, textsIn } from "./pdfLook";
import { linesHeight, PdfSheets, type TextStyle } from "./pdfSheets";
import { printable, type ShapedLine } from "./shapeText";

/** Points. US invoices use Letter, all others A4. */
const SIZES = { US: [612, 792], IN: [595.28, 841.89] } as const;
const MARGIN = 48;
const FOOT = 64;
const GAP = 24;

const ROW_PADDING = 5;
/** Right edges of the amount columns, from the right margin. */
const columns = [
  { label: "Quantity", right: 180 },
  { label: "Price", right: 92 },
  { label: "Total", right: 8 },
];
const FIGURES_WIDTH = 240;

/**
 * Builds the PDF of an invoice: issuer and client, lines on as many pages as needed, totals, and payment details or
 * the paid note, and the footer. Loads only the fonts that the text needs from `shelf`.
 */
export async function makeInvoicePdf(invoice: PrintedInvoice, shelf: FontShelf): Promise<Uint8Array> {
  const language = languageTable(invoice.letterhead.language);
  const cents = (amount: number) => formatCents(amount, language);
  const kind = invoice.creditOf === undefined ? "Invoice" : "Credit note";
  const title = `${kind} ${printable(invoice.number)}`;
  const fonts = await openFonts(shelf, textsIn([invoice, language]));
  const size = SIZES[invoice.issuer];
  const sheets = await PdfSheets.open({ fonts, size, title, author: invoice.letterhead.name, at: invoice.issuedAt });
  const right = sheets.width - MARGIN;
  const inner = right - MARGIN;
  const bottom = sheets.height - FOOT;
  const line = (text: string, style: TextStyle) => sheets.lines(text, style, Number.POSITIVE_INFINITY);

  let page = sheets.add();
  let top = MARGIN;

  const nextPage = () => {
    page = sheets.add();
    sheets.write(page, line(invoice.letterhead.name, styles.strong), { left: MARGIN, top: MARGIN }, styles.strong);
    const ended = sheets.write(
      page,
      sheets.lines(title, styles.text, inner * 0.7),
      { right, top: MARGIN },
      styles.text,
    );
    // Long numbers wrap to several lines.
    top = Math.max(MARGIN + GAP, ended + ROW_PADDING);
  };
  const keepTogether = (height: number) => {
    if (top + height > bottom) nextPage();
  };
  const ruled = () => sheets.box(page, { left: MARGIN, top, width: inner, height: 0.6, color: rule });

  /** A label above its text, one column wide. */
  const block = (left: number, width: number, from: number, label: string, first: string, others: string[]) => {
    let y = sheets.write(page, line(label, styles.label), { left, top: from }, styles.label) + 2;
    y = sheets.write(page, sheets.lines(first, styles.strong, width), { left, top: y }, styles.strong);
    for (const text of others)
      y = sheets.write(page, sheets.lines(text, styles.text, width), { left, top: y }, styles.text);
    return y;
  };

  /** Writes labels and values in two columns and returns the bottom edge. */
  const facts = (rows: readonly { label: string; value: string }[], left: number, from: number, width: number) => {
    const indent = 120;
    let y = from;
    for (const { label, value } of rows) {
      sheets.write(page, line(label, styles.small), { left, top: y + 1 }, styles.small);
      const lines = sheets.lines(value, styles.text, width - indent);
      y = sheets.write(page, lines, { left: left + indent, top: y }, styles.text);
    }
    return y;
  };

  const head = () => {
    const height = linesHeight(1, styles.label) + 2 * ROW_PADDING;
    sheets.box(page, { left: MARGIN, top, width: inner, height, color: ground });
    const at = top + ROW_PADDING;
    sheets.write(page, line("Item", styles.label), { left: MARGIN + 8, top: at }, styles.label);
    for (const column of columns)
      sheets.write(page, line(column.label, styles.label), { right: right - column.right, top: at }, styles.label);
    top += height;
  };

  const row = ({ name, quantity, price }: PrintedInvoice["lines"][number]) => {
    const lines = sheets.lines(name, styles.text, inner - FIGURES_WIDTH);
    const height = linesHeight(Math.max(1, lines.length), styles.text) + 2 * ROW_PADDING;
    if (top + height > bottom) {
      nextPage();
      head();
    }
    const at = top + ROW_PADDING;
    sheets.write(page, lines, { left: MARGIN + 8, top: at }, styles.text);
    [formatNumber(quantity, language), cents(price), cents(price * quantity)].forEach((text, index) => {
      sheets.write(page, line(text, styles.text), { right: right - columns[index]!.right, top: at }, styles.text);
    });
    top += height;
    ruled();
  };

  const totals = () => {
    const rows = [
      { label: "Subtotal", value: cents(invoice.subtotal) },
      ...(invoice.promotion === null
        ? []
        : [{ label: "Promotion applied", value: cents(invoice.promotion === 0 ? 0 : -invoice.promotion) }]),
      // A refund returns a part of what was charged, so a credit note needs no tax of its own.
      ...(invoice.creditOf === undefined ? taxRows(invoice.taxLines, language) : []),
    ];
    const left = right - FIGURES_WIDTH;
    for (const { label, value } of rows) {
      sheets.write(page, line(label, styles.text), { left, top }, styles.text);
      top = sheets.write(page, line(value, styles.text), { right: right - 8, top }, styles.text) + 3;
    }
    sheets.box(page, { left, top, width: FIGURES_WIDTH, height: 0.9, color: ink });
    top += 6;
    sheets.write(page, line("Total", styles.total), { left, top }, styles.total);
    top = sheets.write(page, line(cents(invoice.total), styles.total), { right: right - 8, top }, styles.total);
    const { refunded } = invoice;
    if (!refunded) return;
    top += 6;
    for (const [label, value] of [
      [`Refunded on ${formatLongDate(refunded.at, invoice.zone, language)}`, cents(-refunded.amount)],
      ["Total after refund", cents(invoice.total - refunded.amount)],
    ] as const) {
      sheets.write(page, line(label, styles.text), { left, top }, styles.text);
      top = sheets.write(page, line(value, styles.text), { right: right - 8, top }, styles.text) + 3;
    }
  };

  const issuer = invoice.issuedBy;
  const { payment } = invoice;

  const howToPay = (payUrl: string) => {
    const left = MARGIN;
    top = sheets.write(page, line("How to pay", styles.total), { left, top }, styles.total) + 4;
    top = facts(issuer.bank, left, top, inner) + 6;
    top =
      sheets.write(
        page,
        sheets.lines("ACH payments can take up to five business days.", styles.text, inner),
        { left, top },
        styles.text,
      ) + 10;
    const [label] = line("Pay Online", styles.button) as [ShapedLine];
    const button = { left, top, width: label.width * styles.button.size + 32, height: 28 };
    sheets.box(page, { ...button, color: ink });
    sheets.write(page, [label], { left: left + 16, top: top + 7 }, styles.button);
    sheets.link(page, button, payUrl);
    // The address is printed in full, because paper has no links.
    const address = sheets.lines(payUrl, styles.small, inner - button.width - 12);
    const beside = { left: left + button.width + 12, top: top + (28 - linesHeight(address.length, styles.small)) / 2 };
    sheets.write(page, address, beside, styles.small);
    sheets.link(page, { ...beside, width: inner - button.width - 12, height: 28 - (beside.top - top) * 2 }, payUrl);
    top += button.height;
  };

  const paid = ({ paidAt, transactionId }: { paidAt: number; transactionId: string }) => {
    top =
      sheets.write(
        page,
        line(invoice.creditOf === undefined ? "Paid" : "Refunded", styles.total),
        { left: MARGIN, top },
        styles.total,
      ) + 4;
    const rows = [
      {
        label: invoice.creditOf === undefined ? "Paid date" : "Refund date",
        value: formatLongDate(paidAt, invoice.zone, language),
      },
      { label: "Transaction id", value: transactionId },
    ];
    top = facts(rows, MARGIN, top, inner);
  };

  await sheets.head(page, invoice.letterhead, { left: MARGIN, top, width: inner }, styles.brand);
  top = sheets.write(page, line(kind, styles.title), { right, top }, styles.title) + 12;
  ruled();
  top += 14;
  const half = inner / 2;
  const issuerEnd = block(MARGIN, half - GAP, top, "From", issuer.name, [
    ...issuer.addressLines,
    issuer.email,
    `${issuer.taxLabel} ${issuer.taxId}`,
  ]);
  const { name, email, addressLines } = invoice.client;
  const clientEnd = block(MARGIN + half, half, top, "Bill to", name, [...addressLines, email]);
  top = Math.max(issuerEnd, clientEnd) + 14;
  ruled();
  top += 12;
  top = facts(
    [
      ...(invoice.creditOf === undefined
        ? [
            { label: "Invoice Number", value: invoice.number },
            { label: "Invoice Date", value: formatLongDate(invoice.issuedAt, invoice.zone, language) },
          ]
        : [
            { label: "Credit Note Number", value: invoice.number },
            { label: "Credit Note Date", value: formatLongDate(invoice.issuedAt, invoice.zone, language) },
            { label: "Invoice Number", value: invoice.creditOf },
          ]),
      ...("dueAt" in payment
        ? [{ label: "Due Date", value: formatLongDate(payment.dueAt, invoice.zone, language) }]
        : []),
      { label: "Service", value: invoice.serviceName },
    ],
    MARGIN,
    top,
    inner,
  );
  top += 14;

  head();
  for (const one of invoice.lines) row(one);
  top += 12;
  keepTogether(100);
  totals();
  top += GAP;
  if ("payUrl" in payment) {
    keepTogether(110 + linesHeight(issuer.bank.length, styles.text));
    howToPay(payment.payUrl);
  } else {
    keepTogether(80);
    paid(payment);
  }
  if (invoice.footer) {
    top += GAP;
    for (const footerLine of invoice.footer.split("\n").flatMap((text) => sheets.lines(text, styles.small, inner))) {
      keepTogether(linesHeight(1, styles.small));
      top = sheets.write(page, [footerLine], { left: MARGIN, top }, styles.small);
    }
  }

  sheets.pages.forEach((one, index) => {
    const foot = { top: sheets.height - 40 };
    const label = [invoice.letterhead.name, invoice.letterhead.supportEmail].join(" \u00b7 ");
    sheets.write(one, sheets.lines(label, styles.small, inner * 0.7), { left: MARGIN, ...foot }, styles.small);
    const count = `Page ${index + 1} of ${sheets.pages.length}`;
    sheets.write(one, line(count, styles.small), { right, ...foot }, styles.small);
  });
  return await sheets.save();
}
