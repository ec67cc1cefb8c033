import type { PrintedRecord } from "~/domain/ports/printer";
import { formatLongDate } from "~/format/dates";
import { languageTable } from "~/format/languageTable.server";
import { zoneWords } from "~/format/zones";
import { type FontShelf, openFonts } from "./invoiceFonts";
import { rule, styles, textsIn } from "./pdfLook";
import { linesHeight, PdfSheets, type TextStyle } from "./pdfSheets";

/** Points, Letter. */
const SIZE = [612, 792] as const;
const MARGIN = 48;
const FOOT = 64;
/** Banks read at most 50 pages of evidence, over three files. */
const MAX_PAGES = 15;
const CUT = "The record goes on. The rest is in the signed evidence pack.";

/** Builds the PDF of headed paragraphs. Ends after MAX_PAGES and says so. */
export async function makeRecordPdf(record: PrintedRecord, shelf: FontShelf): Promise<Uint8Array> {
  const { title, at, zone, sections } = record;
  const fonts = await openFonts(shelf, textsIn([record, CUT]));
  const sheets = await PdfSheets.open({ fonts, size: SIZE, title, author: record.letterhead.name, at });
  const right = sheets.width - MARGIN;
  const inner = right - MARGIN;
  const bottom = sheets.height - FOOT;
  let page = sheets.add();
  let top = MARGIN;
  let isCut = false;

  /** Writes a text line by line over as many pages as it needs and may have. */
  const write = (text: string, style: TextStyle, gap: number) => {
    for (const line of sheets.lines(text, style, inner)) {
      if (isCut) return;
      if (top + linesHeight(1, style) > bottom) {
        if (sheets.pages.length === MAX_PAGES) {
          isCut = true;
          return;
        }
        page = sheets.add();
        top = MARGIN;
      }
      top = sheets.write(page, [line], { left: MARGIN, top }, style);
    }
    top += gap;
  };

  top = (await sheets.head(page, record.letterhead, { left: MARGIN, top, width: inner }, styles.brand)) + 4;
  write(title, styles.title, 4);
  write(`${formatLongDate(at, zone, languageTable(record.letterhead.language))} (${zoneWords(zone)})`, styles.text, 10);
  sheets.box(page, { left: MARGIN, top, width: inner, height: 0.6, color: rule });
  top += 10;
  for (const { heading, paragraphs } of sections) {
    write(heading, styles.strong, 2);
    for (const paragraph of paragraphs) for (const text of paragraph.split("\n")) write(text, styles.text, 2);
    top += 8;
  }
  sheets.pages.forEach((one, index) => {
    const foot = { top: sheets.height - 40 };
    const said = isCut && index === sheets.pages.length - 1 ? CUT : record.letterhead.name;
    sheets.write(one, sheets.lines(said, styles.small, inner * 0.7), { left: MARGIN, ...foot }, styles.small);
    const count = sheets.lines(`Page ${index + 1} of ${sheets.pages.length}`, styles.small, inner);
    sheets.write(one, count, { right, ...foot }, styles.small);
  });
  return await sheets.save();
}
