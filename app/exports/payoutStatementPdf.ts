import { OTHER_CUSTOMER, statementLineText } from "~/domain/payouts/payoutStatement";
import type { PayoutStatement, StatementLine } from "~/domain/ports/printer";
import { formatDay, formatLongDate } from "~/format/dates";
import { languageTable } from "~/format/languageTable.server";
import { formatCents } from "~/format/money";
import { zoneWords } from "~/format/zones";
import { type FontShelf, openFonts } from "./invoiceFonts";
import { ground, ink, rule, styles, textsIn } from "./pdfLook";
import { linesHeight, PdfSheets, type TextStyle } from "./pdfSheets";

/** Points, Letter. */
const SIZE = [612, 792] as const;
const MARGIN = 48;
const FOOT = 64;
const ROW_PADDING = 5;
const TITLE = "Commission statement";

/** Left edges from the left margin, or right edges from the right margin. */
const columns = [
  { label: "Order", left: 8 },
  { label: "Service and customer", left: 60 },
  { label: "Paid date", right: 220 },
  { label: "Order amount", right: 140 },
  { label: "Share", right: 78 },
  { label: "Commission", right: 8 },
] as const;
const NAMES_WIDTH = 172;
const SHARE_WIDTH = 56;

/** Builds the PDF of an affiliate's payout statement, on as many pages as needed. */
export async function makePayoutStatementPdf(statement: PayoutStatement, shelf: FontShelf): Promise<Uint8Array> {
  const language = languageTable(statement.letterhead.language);
  const cents = (amount: number) => formatCents(amount, language);
  const { affiliate, paidAt, zone, lines, total } = statement;
  const fonts = await openFonts(shelf, textsIn([statement, language, OTHER_CUSTOMER]));
  const sheets = await PdfSheets.open({
    fonts,
    size: SIZE,
    title: TITLE,
    author: statement.letterhead.name,
    at: paidAt,
  });
  const right = sheets.width - MARGIN;
  const inner = right - MARGIN;
  const bottom = sheets.height - FOOT;
  const line = (text: string, style: TextStyle) => sheets.lines(text, style, Number.POSITIVE_INFINITY);
  const placeOf = (column: (typeof columns)[number]) =>
    "left" in column ? { left: MARGIN + column.left } : { right: right - column.right };

  let page = sheets.add();
  let top = MARGIN;

  const head = () => {
    const height = linesHeight(1, styles.label) + 2 * ROW_PADDING;
    sheets.box(page, { left: MARGIN, top, width: inner, height, color: ground });
    for (const column of columns)
      sheets.write(
        page,
        line(column.label, styles.label),
        { ...placeOf(column), top: top + ROW_PADDING },
        styles.label,
      );
    top += height;
  };
  const row = (one: StatementLine) => {
    const names = sheets.lines(`${one.serviceName}, ${one.clientName ?? OTHER_CUSTOMER}`, styles.text, NAMES_WIDTH);
    const share = sheets.lines(statementLineText(one), styles.text, SHARE_WIDTH);
    const height = linesHeight(Math.max(names.length, share.length), styles.text) + 2 * ROW_PADDING;
    if (top + height > bottom) {
      page = sheets.add();
      top = MARGIN;
      head();
    }
    const cells = [
      line(String(one.orderNumber), styles.text),
      names,
      line(formatDay(one.orderPaidAt, zone, language), styles.text),
      line(cents(one.orderAmount), styles.text),
      share,
      line(cents(one.amount), styles.text),
    ];
    for (const [index, cell] of cells.entries())
      sheets.write(page, cell, { ...placeOf(columns[index]!), top: top + ROW_PADDING }, styles.text);
    top += height;
    sheets.box(page, { left: MARGIN, top, width: inner, height: 0.6, color: rule });
  };

  await sheets.head(page, statement.letterhead, { left: MARGIN, top, width: inner }, styles.brand);
  top = sheets.write(page, line(TITLE, styles.title), { right, top }, styles.title) + 12;
  sheets.box(page, { left: MARGIN, top, width: inner, height: 0.6, color: rule });
  top += 14;
  top = sheets.write(page, sheets.lines(affiliate.name, styles.strong, inner), { left: MARGIN, top }, styles.strong);
  top = sheets.write(page, sheets.lines(affiliate.email, styles.text, inner), { left: MARGIN, top }, styles.text);
  top =
    sheets.write(
      page,
      line(`Paid out on ${formatLongDate(paidAt, zone, language)} (${zoneWords(zone)})`, styles.text),
      { left: MARGIN, top },
      styles.text,
    ) + 14;
  head();
  for (const one of lines) row(one);
  top += 12;
  if (top + 40 > bottom) {
    page = sheets.add();
    top = MARGIN;
  }
  sheets.box(page, { left: right - 240, top, width: 240, height: 0.9, color: ink });
  top += 6;
  sheets.write(page, line("Total", styles.total), { left: right - 240, top }, styles.total);
  sheets.write(page, line(cents(total), styles.total), { right: right - 8, top }, styles.total);
  sheets.pages.forEach((one, index) => {
    const foot = { top: sheets.height - 40 };
    const label = [statement.letterhead.name, statement.letterhead.supportEmail].join(" \u00b7 ");
    sheets.write(one, sheets.lines(label, styles.small, inner * 0.7), { left: MARGIN, ...foot }, styles.small);
    sheets.write(
      one,
      line(`Page ${index + 1} of ${sheets.pages.length}`, styles.small),
      { right, ...foot },
      styles.small,
    );
  });
  return await sheets.save();
}
