const xmlText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A cell of a Calc document: text, or one of the kinds that a spreadsheet program stores and shows differently. */
export type CalcCell =
  | string
  | { link: string; text: string }
  | { formula: string; text: string }
  | { percent: number; text: string }
  | { date: string; text: string }
  | { number: number };

const SPACES = [
  'office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"',
  'table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"',
  'text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"',
  'style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"',
  'number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"',
  'xlink="http://www.w3.org/1999/xlink"',
  'of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"',
];
const STYLES = `
<number:percentage-style style:name="N1"><number:number number:decimal-places="0" number:min-integer-digits="1"/><number:text>%</number:text></number:percentage-style>
<style:style style:name="percent" style:family="table-cell" style:data-style-name="N1"/>
<number:date-style style:name="N2"><number:day number:style="long"/><number:text>/</number:text><number:month number:style="long"/><number:text>/</number:text><number:year number:style="long"/></number:date-style>
<style:style style:name="date" style:family="table-cell" style:data-style-name="N2"/>`;

const cellXml = (attributes: string, inner: string) =>
  `<table:table-cell ${attributes}><text:p>${inner}</text:p></table:table-cell>`;

function calcCell(cell: CalcCell): string {
  if (cell === "") return "<table:table-cell/>";
  if (typeof cell === "string") {
    const paragraphs = cell.split("\n").map((line) => `<text:p>${xmlText(line)}</text:p>`);
    return `<table:table-cell office:value-type="string">${paragraphs.join("")}</table:table-cell>`;
  }
  if ("link" in cell)
    return cellXml('office:value-type="string"', `<text:a xlink:href="${xmlText(cell.link)}">${cell.text}</text:a>`);
  if ("formula" in cell) {
    const value = `office:value-type="string" office:string-value="${xmlText(cell.text)}"`;
    return cellXml(`table:formula="of:${xmlText(cell.formula)}" ${value}`, xmlText(cell.text));
  }
  if ("percent" in cell)
    return cellXml(
      `table:style-name="percent" office:value-type="percentage" office:value="${cell.percent}"`,
      cell.text,
    );
  if ("date" in cell)
    return cellXml(`table:style-name="date" office:value-type="date" office:date-value="${cell.date}"`, cell.text);
  return cellXml(`office:value-type="float" office:value="${cell.number}"`, String(cell.number));
}

/** A flat .fods document for LibreOffice to convert. Cells with a line break have one paragraph a line. */
export function calcDocument(sheets: Record<string, CalcCell[][]>): string {
  const tables = Object.entries(sheets).map(([name, rows]) => {
    const lines = rows.map((cells) => `<table:table-row>${cells.map(calcCell).join("")}</table:table-row>`);
    return `<table:table table:name="${name}">${lines.join("")}</table:table>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${SPACES.map((space) => `xmlns:${space}`).join(" ")} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>${STYLES}</office:automatic-styles>
<office:body><office:spreadsheet>${tables.join("")}</office:spreadsheet></office:body></office:document>`;
}
