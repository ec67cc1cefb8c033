import { strToU8 } from "fflate";
import { expect, test } from "vitest";
import {
  compoundBytes,
  docxBytes,
  jpegBytes,
  lyingXlsxBytes,
  openXmlBytes,
  overlappingXlsxBytes,
  pdfBytes,
  pngBytes,
  repeatingXlsxBytes,
  xlsxBytes,
} from "../../tests/support/fileBytes";
import { sniffContent } from "./sniffContent";
import { acceptAttribute, allowedTypesText, maxSizeText, uploadKinds } from "./uploadKinds";

const text = (content: string) => strToU8(content);

test.each([
  ["jpeg", jpegBytes()],
  ["png", pngBytes()],
  ["gif", text("GIF89a......")],
  ["webp", text("RIFF\u0001\u0001\u0001\u0001WEBPVP8 ")],
  ["pdf", pdfBytes()],
  ["docx", docxBytes()],
  ["xlsx", xlsxBytes()],
  ["doc", compoundBytes(["1Table", "WordDocument"])],
  ["xls", compoundBytes(["Workbook"])],
  ["xls", compoundBytes(["Book"], 100)],
  ["xlsx", xlsxBytes(parts(1998))],
  ["xlsx", lyingXlsxBytes(8 * 1024 * 1024)],
  ["docx", openXmlBytes("/word/document2.xml")],
  ["docx", openXmlBytes("/Word/Document.xml")],
  ["docx", openXmlBytes("word/document.xml")],
  ["xlsx", openXmlBytes("/xl/workbook2.xml", "spreadsheetml.sheet.main+xml")],
  [
    "xlsx",
    openXmlBytes(
      "/book.xml",
      "spreadsheetml.sheet.main+xml",
      (part, type) => `<ct:Override ContentType='${type}' PartName='${part}' />`,
    ),
  ],
  [
    "docx",
    openXmlBytes(
      "/word/document2.xml",
      undefined,
      (part, type) => `<Override\n PartName = "${part}"\n ContentType="${type}"\n></Override>`,
    ),
  ],
  ["pdf", text("\ufeff%PDF-1.4\n%%EOF")],
  ["pdf", text("\r\n\r\n%PDF-1.4\n%%EOF")],
  ["pdf", text(`\u001b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE = PDF\r\n%PDF-1.6`)],
  ["pdf", text(`HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n%PDF-2.0`)],
  ["pdf", text(`${"\u0000".repeat(128)}%PDF-1.3`)],
  ["pdf", text(`${" ".repeat(1016)}%PDF-1.3`)],
  ["csv", text("url,anchor\nhttps://a.example,%PDF- as a word")],
])("detects %s by its bytes", (type, bytes) => {
  expect(sniffContent(bytes)).toBe(type);
});

test.each([
  ["unknown", "an empty file", new Uint8Array()],
  ["unknown", "a program", text("MZ\u0090\u0000\u0003")],
  ["webPage", "SVG", text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["webPage", "SVG with a declaration", text('<?xml version="1.0"?><svg/>')],
  ["webPage", "HTML", text("<!doctype html><script>1</script>")],
  ["webPage", "HTML with a byte order mark", text("\ufeff <table><tr><td>1</td></tr></table>")],
  ["webPage", "a web archive of Word", text("MIME-Version: 1.0\r\nContent-Type: multipart/related")],
  ["webPage", "HTML that ends like an image", text("<script>1</script>\u0089PNG")],
  ["webPage", "HTML with the mark of a PDF", text("<html><!-- %PDF-1.4 --><script>1</script>")],
  ["csv", "a script with the mark of a PDF", text("alert(1) //%PDF-1.4")],
  ["csv", "a script that begins with a comment", text("/*%PDF-1.4*/ alert(1)")],
  ["unknown", "a shell script with the mark of a PDF", text("#!/bin/sh\n# %PDF-1.4")],
  ["unknown", "PostScript", text("%!PS-Adobe-3.0 %PDF-1.4")],
  ["unknown", "a program with the mark of a PDF", text("MZ\u0090\u0000%PDF-1.4")],
  ["unknown", "zeros and the mark after 1,024 bytes", text(`${"\u0000".repeat(1020)}%PDF-1.3`)],
  ["richText", "RTF", text("{\\rtf1\\ansi hello}")],
  ["unknown", "text with control characters", text("hello\u0001")],
  ["damaged", "a truncated spreadsheet", xlsxBytes().slice(0, -40)],
  ["damaged", "a spreadsheet with a damaged part", damaged(xlsxBytes())],
  ["unknown", "a presentation", xlsxBytes({}, "presentationml.presentation.main+xml")],
  [
    "unknown",
    "a document whose main part is missing",
    openXmlBytes(
      "/word/document.xml",
      undefined,
      (_, type) => `<Override PartName="/word/other.xml" ContentType="${type}"/>`,
    ),
  ],
  ["macros", "a spreadsheet with macros", xlsxBytes({ "xl/vbaProject.bin": text("x") })],
  ["macros", "a macro spreadsheet by its type", xlsxBytes({}, "spreadsheet.macroEnabled.main+xml")],
  ["damaged", "a spreadsheet that names a part twice", repeatingXlsxBytes(1)],
  ["damaged", "a spreadsheet with a name in two cases", xlsxBytes({ "XL/Workbook.xml": text("x") })],
  ["damaged", "a spreadsheet whose parts overlap", overlappingXlsxBytes()],
  ["unknown", "a spreadsheet that unpacks to more than it claims", lyingXlsxBytes(8 * 1024 * 1024 + 1)],
  ["damaged", "a spreadsheet with 2,001 parts", xlsxBytes(parts(1999))],
  ["macros", "a document with macros", compoundBytes(["WordDocument", "Macros"])],
  ["macros", "an old spreadsheet with macros", compoundBytes(["Workbook", "VBA", "_VBA_PROJECT"])],
  ["protected", "a spreadsheet with a password", compoundBytes(["EncryptionInfo", "EncryptedPackage"])],
  ["unknown", "an installer in a compound file", compoundBytes(["Installer"])],
  ["damaged", "a compound file with only a header", compoundBytes(["Workbook"]).slice(0, 512)],
  ["damaged", "a compound file with a truncated directory", compoundBytes(["Workbook"], 60).slice(0, 4096)],
] as const)("finds '%s' in %s", (found, _name, bytes) => {
  expect(sniffContent(bytes)).toBe(found);
});

/** Further parts of a spreadsheet, which has two. */
function parts(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`xl/part${index}.xml`, text("x")]));
}

/** Flips bits in the compressed data of the first entry. */
function damaged(bytes: Uint8Array) {
  const copy = bytes.slice();
  const start = 30 + "[Content_Types].xml".length;
  copy.fill(0xff, start, start + 30);
  return copy;
}

test("stops at a looping chain in a compound file", () => {
  const bytes = compoundBytes(["Nothing"]);
  new DataView(bytes.buffer).setUint32(512 + 4, 1, true);
  expect(sniffContent(bytes)).toBe("damaged");
});

// The types of each upload field (rules.md uploads/kinds).
test.each([
  ["serviceTemplate", ".xls, .xlsx", "20 MB"],
  ["brandImage", ".png, .webp", "1 MB"],
  ["serviceImage", ".jpg, .jpeg, .png, .webp, .gif", "5 MB"],
  ["sampleReportImage", ".jpg, .jpeg, .png, .webp, .gif", "5 MB"],
  ["intakeFieldImage", ".jpg, .jpeg, .png, .webp, .gif", "5 MB"],
  ["announcementImage", ".jpg, .jpeg, .png, .webp, .gif", "5 MB"],
  ["creativeFile", ".jpg, .jpeg, .png, .webp, .gif, .pdf, .doc, .docx, .xls, .xlsx", "20 MB, an image 5 MB"],
  ["profilePhoto", ".jpg, .jpeg", "5 MB"],
  ["projectStepFile", ".doc, .docx, .xls, .xlsx", "20 MB"],
  ["projectFile", ".doc, .docx, .xls, .xlsx, .pdf", "20 MB"],
  ["intakeFile", ".doc, .docx, .xls, .xlsx", "20 MB"],
  ["orderDetailsFile", ".doc, .docx, .xls, .xlsx, .pdf", "20 MB"],
  ["report", ".pdf, .doc, .docx, .xls, .xlsx", "20 MB"],
  ["placementSheet", ".xlsx, .csv", "20 MB"],
  ["clientSheet", ".csv", "2 MB"],
] as const)("%s accepts %s up to %s", (kind, types, size) => {
  expect([allowedTypesText(kind), maxSizeText(kind)]).toEqual([types, size]);
});

test("lists every kind above and gives pickers extensions and types", () => {
  expect(Object.keys(uploadKinds)).toHaveLength(17);
  expect(acceptAttribute("profilePhoto")).toBe(".jpg,.jpeg,image/jpeg");
});
