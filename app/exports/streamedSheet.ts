import { strToU8, Zip, ZipDeflate } from "fflate";
import { DAY_MS } from "~/domain/days";
import { UTC } from "~/format/zones";
import type { CellValue, Sheet, SheetHead } from "~/list/defineSheet";
import { DOLLARS_FORMAT, PERCENT_FORMAT, sheetHead, sheetText, sheetTime, timeFormat } from "./cellValues";

/** Days from 1899-12-30, day zero of spreadsheets, to 1970-01-01. */
const EPOCH_DAYS = 25_569;
/** Higher levels save little and take much longer. */
const LEVEL = 3;
/** Characters of XML per call of the zip: limits memory and the number of calls. */
const CHUNK = 64 * 1024;

/** Indexes of the styles in `cellXfs` below. */
const STYLE = { head: 1, text: 2, cents: 3, time: 4, percent: 5 } as const;

/**
 * Streams a sheet as .xlsx while reading it. Memory holds two pages of rows: one being written and one being read.
 * Text cells are inline strings in text format, so text never becomes a formula, even after editing. An error while
 * reading ends the stream.
 */
export function streamedSheet(sheet: Sheet): ReadableStream<Uint8Array> {
  const { zone = UTC } = sheet;
  const ready: Uint8Array[] = [];
  let fault: Error | null = null;
  let ended = false;
  const zip = new Zip((error, chunk, final) => {
    if (error) fault = error;
    else if (chunk.length > 0) ready.push(chunk);
    ended ||= final;
  });
  const pages = sheet.pages[Symbol.asyncIterator]();
  let coming: Promise<IteratorResult<CellValue[][]>> | undefined;
  const ask = () => {
    coming = pages.next();
    // Prevents an unhandled rejection after a cancel. A reader still awaiting the page gets the error.
    coming.catch(() => undefined);
    return coming;
  };
  const body = new ZipDeflate("xl/worksheets/sheet1.xml", { level: LEVEL });
  let row = 0;

  const begin = () => {
    for (const [name, xml] of Object.entries(partsOf(sheet.tab ?? sheet.name, zone))) {
      const part = new ZipDeflate(name, { level: LEVEL });
      zip.add(part);
      part.push(strToU8(xml), true);
    }
    zip.add(body);
    body.push(
      strToU8(
        sheetStart(sheet.columns) +
          rowXml(++row, sheet.columns.map((column) => textCell(STYLE.head, sheetHead(column, zone))).join("")),
      ),
    );
  };
  const write = (rows: CellValue[][]) => {
    let xml = "";
    for (const cells of rows) {
      let line = "";
      for (const [column, value] of cells.entries()) line += cellXml(sheet.columns[column]!.kind, value, zone);
      xml += rowXml(++row, line);
      if (xml.length < CHUNK) continue;
      body.push(strToU8(xml));
      xml = "";
    }
    if (xml) body.push(strToU8(xml));
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (row === 0) begin();
        while (ready.length === 0 && !ended && !fault) {
          const next = await (coming ?? ask());
          if (next.done) {
            body.push(strToU8("</sheetData></worksheet>"), true);
            zip.end();
            continue;
          }
          ask();
          write(next.value);
        }
        if (fault) throw fault;
        for (const chunk of ready.splice(0)) controller.enqueue(chunk);
        if (ended) controller.close();
      },
      async cancel() {
        zip.terminate();
        await pages.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const xmlText = (text: string) => sheetText(text).replace(/[&<>"]/g, (sign) => escapes[sign]!);

const rowXml = (number: number, cells: string) => `<row r="${number}">${cells}</row>`;
/** Nearly every cell: words with single spaces, so nothing to escape or preserve. */
const PLAIN = /^[0-9A-Za-zÀ-ɏ.,;:!?@#$%()*+/=|'-]+(?: [0-9A-Za-zÀ-ɏ.,;:!?@#$%()*+/=|'-]+)*$/;
/** Far below Excel's cell limit. */
const MAX_PLAIN = 1000;
const textCell = (style: number, text: string) =>
  text.length <= MAX_PLAIN && PLAIN.test(text)
    ? `<c s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`
    : `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

function cellXml(kind: SheetHead["kind"], value: CellValue, zone: string): string {
  if (value === null || value === "") return "<c/>";
  if (kind === "text" || typeof value === "string") return textCell(STYLE.text, String(value));
  if (kind === "cents") return `<c s="${STYLE.cents}"><v>${value / 100}</v></c>`;
  if (kind === "percent") return `<c s="${STYLE.percent}"><v>${value}</v></c>`;
  if (kind === "time") return `<c s="${STYLE.time}"><v>${sheetTime(value, zone) / DAY_MS + EPOCH_DAYS}</v></c>`;
  return `<c><v>${value}</v></c>`;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const sheetStart = (columns: readonly SheetHead[]) =>
  [
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>',
    ...columns.map(({ width }, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`),
    "</cols><sheetData>",
  ].join("");

const relationships = (kinds: readonly [type: string, target: string][], base: string) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${kinds
    .map(([type, target], n) => `<Relationship Id="rId${n + 1}" Type="${base}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

const format = (id: number, font = 0) =>
  `<xf numFmtId="${id}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
/** Format ids: 0 and 49 (text) are built in; custom ones start at 164. */
const formats = [format(0), format(49, 1), format(49), format(164), format(165), format(166)];

/** Every part of the file except the rows. */
const partsOf = (name: string, zone: string): Record<string, string> => ({
  "[Content_Types].xml": [
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>`,
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/></Types>`,
  ].join(""),
  "_rels/.rels": relationships([["officeDocument", "xl/workbook.xml"]], RELATIONSHIPS),
  "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="${xmlText(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": relationships(
    [
      ["worksheet", "worksheets/sheet1.xml"],
      ["styles", "styles.xml"],
    ],
    RELATIONSHIPS,
  ),
  "xl/styles.xml": [
    `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="${DOLLARS_FORMAT}"/>`,
    `<numFmt numFmtId="165" formatCode="${timeFormat(zone)}"/>`,
    `<numFmt numFmtId="166" formatCode="${PERCENT_FORMAT}"/></numFmts>`,
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${formats.length}">${formats.join("")}</cellXfs></styleSheet>`,
  ].join(""),
});
