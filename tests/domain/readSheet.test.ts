import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WrittenRow } from "~/domain/placements/placementRows";
import { readSheet } from "~/domain/placements/readSheet";
import { spreadsheet } from "~/exports/spreadsheet";
import { bundleWorker } from "../support/bundleWorker";
import { type CalcCell, calcDocument } from "../support/calcDocument";
import {
  compoundBytes,
  docxBytes,
  jpegBytes,
  lyingXlsxBytes,
  overlappingXlsxBytes,
  pdfBytes,
  pngBytes,
  repeatingXlsxBytes,
} from "../support/fileBytes";
import { officeFile } from "../support/officeFile";
import { bytesOf, findOffice } from "../support/readSheet";

/** Reads a file here and in workerd, which must agree. */
async function read(bytes: Uint8Array, name = "links.csv"): Promise<WrittenRow[]> {
  const rows = await readSheet({ name, bytes });
  const response = await miniflare.dispatchFetch("http://localhost/", { method: "POST", body: bytes });
  expect(await response.json()).toEqual(rows);
  return rows;
}
const refusal = async (bytes: Uint8Array, name = "links.xlsx") => {
  const error = (await readSheet({ name, bytes }).then(
    () => null,
    (reason) => reason,
  )) as Error;
  expect(error.name).toBe("Invalid");
  return error.message;
};

let miniflare: Miniflare;
beforeAll(async () => {
  const script = await bundleWorker(`
    import { readSheet } from "./app/domain/placements/readSheet";
    export default {
      fetch: async (request) =>
        Response.json(await readSheet({ name: "file", bytes: new Uint8Array(await request.arrayBuffer()) })),
    };`);
  miniflare = new Miniflare({
    cf: false,
    modules: true,
    script,
    compatibilityDate: "2026-04-24",
    compatibilityFlags: ["nodejs_compat"],
  });
});
afterAll(() => miniflare.dispose());

const HEAD = ["Target URL", "Anchor text", "Client reference"];
const cellsOf = (rows: WrittenRow[]) => rows.map((row) => [row.targetUrl, row.anchorText, row.clientReference]);
const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));

describe("a CSV file by hand", () => {
  const expected = [
    ["https://a.example/x", "red, shoes", "A"],
    ["https://b.example/y", "blue", ""],
  ];
  const lines = (sign: string, end: string) =>
    [HEAD.join(sign), `https://a.example/x${sign}"red, shoes"${sign}A`, `https://b.example/y${sign}blue${sign}`].join(
      end,
    );
  test.each([
    ["with a byte order mark and CRLF", strToU8(`\ufeff${lines(",", "\r\n")}\r\n`)],
    ["with CR alone", strToU8(lines(",", "\r"))],
    ["with LF", strToU8(lines(",", "\n"))],
    ["with semicolons", strToU8(lines(";", "\r\n"))],
    ["with tabs", strToU8(lines("\t", "\n"))],
    ["in UTF-16 with tabs", utf16(lines("\t", "\r\n"))],
    ["with Excel's note of the delimiter", strToU8(`\ufeffsep=;\r\n${lines(";", "\r\n")}`)],
    ["with empty rows and columns", strToU8(`;;;;\r\n${lines(";", ";;;\r\n")}\r\n;;;;\r\n\r\n;\r\n`)],
  ])("%s", async (_, bytes) => {
    expect(cellsOf(await read(bytes))).toEqual(expected);
  });

  test("in Windows-1252", async () => {
    const bytes = latin1(`${HEAD.join(";")}\r\nhttps://a.example/stra\xdfe;Gr\xf6\xdfe \x96 \x80 5;M\xfcller\r\n`);
    expect(cellsOf(await read(bytes))).toEqual([["https://a.example/straße", "Größe – € 5", "Müller"]]);
  });

  test("with line breaks, delimiters and quotes in quotes", async () => {
    const text = `${HEAD}\r\nhttps://a.example,"two\r\nlines, and ""quotes""","A;B"\r\nhttps://b.example,"""all""",`;
    expect(cellsOf(await read(strToU8(text)))).toEqual([
      ["https://a.example", 'two lines, and "quotes"', "A;B"],
      ["https://b.example", '"all"', ""],
    ]);
  });

  test("with international domains, paths and scripts", async () => {
    const rows = [
      ["https://münchen.example/straße?q=ä", "شراء أحذية", "李"],
      ["https://例え.テスト/靴", "靴を買う", ""],
      ["https://пример.испытание/обувь", "חנות נעליים", ""],
    ];
    expect(cellsOf(await read(strToU8([HEAD, ...rows].map((row) => row.join(";")).join("\n"))))).toEqual(rows);
  });

  test("with formulas, which stay text", async () => {
    const formula = '=HYPERLINK("https://evil.example","x")';
    const text = `${HEAD}\nhttps://a.example,"${formula.replaceAll('"', '""')}",+1-2\n=1+1,@SUM(A1),`;
    expect(cellsOf(await read(strToU8(text)))).toEqual([
      ["https://a.example", formula, "+1-2"],
      ["=1+1", "@SUM(A1)", ""],
    ]);
  });

  test("without a head line", async () => {
    expect(await read(strToU8("https://a.example;red shoes;A\nhttps://b.example;blue"))).toEqual([
      { targetUrl: "https://a.example", anchorText: "red shoes", clientReference: "A" },
      { targetUrl: "https://b.example", anchorText: "blue" },
    ]);
  });

  test("with up to 1,000 rows", async () => {
    const text = `${HEAD}\n${"https://a.example,x,\n".repeat(1000)}`;
    expect(await read(strToU8(text))).toHaveLength(1000);
    expect(await refusal(strToU8(`${text}https://b.example`), "links.csv")).toBe(
      "A list can have at most 1,000 rows. Split this one into several.",
    );
  });
});

const office = findOffice();
const table: CalcCell[][] = [
  ["Links for May"],
  [],
  ["No.", ...HEAD, ""],
  ["10436-01", "https://münchen.example/straße", "Größe 5", "Müller", "", ""],
  ["", "", "", "", ""],
  ["10436-02", "https://b.example/?a=1&b=2", 'two\nlines, "quoted"; <b>', ""],
  ["10436-03", { link: "https://c.example/page", text: "our page" }, { percent: 0.5, text: "50%" }, "C"],
  ["10436-04", { formula: '=CONCATENATE("https://";"d.example")', text: "https://d.example" }, { number: 2024 }],
  ["10436-05", "https://e.example", { date: "2026-03-01", text: "01/03/2026" }],
];
const shown = [
  ["https://münchen.example/straße", "Größe 5", "Müller"],
  ["https://b.example/?a=1&b=2", 'two lines, "quoted"; <b>', ""],
  ["our page", "50%", "C"],
  ["https://d.example", "2024", ""],
  ["https://e.example", "01/03/2026", ""],
];

describe.skipIf(!office)("a file of LibreOffice", () => {
  // Delimiter, quote and character set: 44 a comma, 59 a semicolon, 9 a tab; 76 UTF-8, 1 Windows-1252, 65535 UTF-16.
  const csv = (options: string) => `csv:Text - txt - csv (StarCalc):${options}`;

  test.each([
    ["CSV in UTF-8", csv("44,34,76,1,,0,false,true")],
    ["CSV with semicolons in Windows-1252", csv("59,34,1,1,,0,false,true")],
    ["CSV with tabs in UTF-16", csv("9,34,65535,1,,0,true,true")],
  ])("as %s", async (_, to) => {
    const rows = await read(await officeFile(office!, "links.fods", calcDocument({ Links: table }), to));
    expect(cellsOf(rows)).toEqual(shown);
    expect(rows.map(({ number }) => number)).toEqual(["10436-01", "10436-02", "10436-03", "10436-04", "10436-05"]);
  });

  test("as .xlsx, with the link of a cell whose text is no address", async () => {
    const rows = await read(await officeFile(office!, "links.fods", calcDocument({ Links: table }), "xlsx"));
    expect(cellsOf(rows)).toEqual(shown.with(2, ["https://c.example/page", "50%", "C"]));
    expect(rows[0]!.number).toBe("10436-01");
  });

  test("as .xlsx, whose first sheet is hidden", async () => {
    const sheets = calcDocument({ Prices: [["Target URL"], ["https://secret.example"]], Links: table, More: [["x"]] });
    const parts = unzipSync(await officeFile(office!, "links.fods", sheets, "xlsx"));
    const workbook = strFromU8(parts["xl/workbook.xml"]!);
    for (const state of ["hidden", "veryHidden"]) {
      const hidden = workbook.replace('state="visible"', `state="${state}"`);
      expect(hidden).not.toBe(workbook);
      const rows = await read(zipSync({ ...parts, "xl/workbook.xml": strToU8(hidden) }));
      expect(rows).toHaveLength(5);
    }
    const none = strToU8(workbook.replaceAll('state="visible"', 'state="hidden"'));
    expect(await refusal(zipSync({ ...parts, "xl/workbook.xml": none }))).toBe("links.xlsx has no visible sheet.");
  });

  test("as .xlsx with 1,000 rows in other scripts", async () => {
    const rows = Array.from({ length: 1000 }, (_, n) => [`https://例え${n}.テスト/靴`, `شراء ${n} 靴`, ""]);
    const bytes = await officeFile(office!, "links.fods", calcDocument({ Links: [HEAD, ...rows] }), "xlsx");
    expect(cellsOf(await read(bytes))).toEqual(rows);
  });

  test("as .ods or .xls is refused with the formats that are read", async () => {
    const document = calcDocument({ Links: table });
    expect(await refusal(await officeFile(office!, "links.fods", document, "ods"), "links.ods")).toBe(
      "links.ods is not a sheet. Upload a .csv or .xlsx file.",
    );
    expect(await refusal(await officeFile(office!, "links.fods", document, "xls"), "links.xls")).toBe(
      "links.xls is an old Excel file or has a password. Save it as .xlsx without a password.",
    );
  });
});

/** A workbook whose only sheet has these rows as XML. */
async function workbookOf(rowsXml: string, more: Record<string, Uint8Array> = {}) {
  const sheet = { name: "Links", columns: [], total: 0, pages: (async function* () {})() };
  const parts = unzipSync(await bytesOf(await spreadsheet(sheet)));
  const path = Object.keys(parts).find((name) => name.startsWith("xl/worksheets/") && name.endsWith(".xml"))!;
  const xml = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rowsXml}</sheetData></worksheet>`;
  return zipSync({ ...parts, [path]: strToU8(xml), ...more });
}
const textCell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;

describe("an .xlsx file", () => {
  test("of our own exports comes back", async () => {
    const columns = ["Number", ...HEAD].map((label) => ({ label, kind: "text" as const, width: 20 }));
    const cells = [
      ["10436-01", "https://a.example/ü", "=1+1 شراء 靴 _x0041_", "A & <B>"],
      ["10436-02", "", "", ""],
    ];
    const pages = (async function* () {
      yield cells;
    })();
    const bytes = await bytesOf(await spreadsheet({ name: "Links", columns, total: 2, pages }));
    expect((await read(bytes)).map((row) => [row.number, ...cellsOf([row])[0]!])).toEqual(cells);
  });

  test("with formulas that have no result, errors and truth values", async () => {
    const bytes = await workbookOf(
      `<row r="1">${textCell("A1", "https://a.example")}<c r="B1"><f>1+1</f></c><c r="C1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>` +
        `<row r="3">${textCell("A3", "https://b.example")}<c r="B3" t="b"><v>1</v></c><c r="C3"><v>0.30000000000000004</v></c></row>`,
    );
    expect(cellsOf(await read(bytes))).toEqual([
      ["https://a.example", "", "#DIV/0!"],
      ["https://b.example", "TRUE", "0.3"],
    ]);
  });

  test("with cells in far corners stays small", async () => {
    const bytes = await workbookOf(
      `<row r="1">${textCell("A1", "https://a.example")}<c r="XFD1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`,
    );
    expect(await read(bytes)).toEqual([{ targetUrl: "https://a.example", anchorText: "" }]);
  });

  test("that unpacks to more than the limit is refused", async () => {
    const bomb = await workbookOf(textCell("A1", "x"), { "xl/media/image1.png": new Uint8Array(6 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(50_000);
    expect(await refusal(bomb)).toBe("links.xlsx is too large. Save the sheet with the links as a new file.");
  });

  test("that expands entities is read without them", async () => {
    const bytes = await workbookOf(`<row r="1">${textCell("A1", "&amp;&many;")}</row>`);
    expect(await read(bytes)).toEqual([{ targetUrl: "&&many;", anchorText: "" }]);
  });
});

test.each([
  ["a PDF", pdfBytes(), "not a sheet"],
  ["an image", pngBytes(), "not a sheet"],
  ["a photo", jpegBytes(), "not a sheet"],
  ["a web page", strToU8("\n<html><table><tr><td>https://a.example</td></tr></table>"), "not a sheet"],
  ["a Word document", docxBytes(), "not a sheet"],
  ["a text that is too long", strToU8("https://a.example\n".repeat(200_000)), "is too large"],
  ["an old Excel file", compoundBytes(["Workbook"]), "is an old Excel file or has a password"],
  ["an archive that is cut off", docxBytes().slice(0, -40), "is damaged"],
  ["entries that share bytes", overlappingXlsxBytes(), "is damaged"],
  ["an entry that is listed again and again", repeatingXlsxBytes(20), "is damaged"],
  ["a part that hides its size", lyingXlsxBytes(6 * 1024 * 1024), "is too large"],
  ["a workbook without parts", lyingXlsxBytes(1000), "cannot be read"],
])("refuses %s", async (_, bytes, sentence) => {
  expect(await refusal(bytes)).toContain(sentence);
});

test("reads an empty file as no rows", async () => {
  expect(await read(new Uint8Array())).toEqual([]);
  expect(await read(strToU8(HEAD.join(",")))).toEqual([]);
});
