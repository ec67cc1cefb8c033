import { strToU8 } from "fflate";
import { expect, test } from "vitest";
import {
  compoundBytes,
  docxBytes,
  jpegBytes,
  lyingXlsxBytes,
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
])("detects %s by its bytes", (type, bytes) => {
  expect(sniffContent(bytes)).toBe(type);
});

test.each([
  ["an empty file", new Uint8Array()],
  ["a program", text("MZ\u0090\u0000\u0003")],
  ["SVG", text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["SVG with a declaration", text('<?xml version="1.0"?><svg/>')],
  ["HTML", text("<!doctype html><script>1</script>")],
  ["HTML that ends like an image", text("<script>1</script>\u0089PNG")],
  ["text with control characters", text("hello\u0001")],
  ["a truncated spreadsheet", xlsxBytes().slice(0, -40)],
  ["a spreadsheet with a damaged part", damaged(xlsxBytes())],
  ["a zip archive that is not a document", xlsxBytes({}, "presentationml.presentation.main+xml")],
  ["a spreadsheet with macros", xlsxBytes({ "xl/vbaProject.bin": text("x") })],
  ["a macro spreadsheet by its type", xlsxBytes({}, "spreadsheet.macroEnabled.main+xml")],
  ["a spreadsheet that names a part twice", repeatingXlsxBytes(1)],
  ["a spreadsheet with a name in two cases", xlsxBytes({ "XL/Workbook.xml": text("x") })],
  ["a spreadsheet whose parts overlap", overlappingXlsxBytes()],
  ["a spreadsheet that unpacks to more than it claims", lyingXlsxBytes(8 * 1024 * 1024 + 1)],
  ["a spreadsheet with 2,001 parts", xlsxBytes(parts(1999))],
  ["a document with macros", compoundBytes(["WordDocument", "Macros"])],
  ["an old spreadsheet with macros", compoundBytes(["Workbook", "VBA", "_VBA_PROJECT"])],
  ["an installer in a compound file", compoundBytes(["Installer"])],
  ["a compound file with only a header", compoundBytes(["Workbook"]).slice(0, 512)],
  ["a compound file with a truncated directory", compoundBytes(["Workbook"], 60).slice(0, 4096)],
])("rejects %s", (_name, bytes) => {
  expect(sniffContent(bytes)).toBeNull();
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
  expect(sniffContent(bytes)).toBeNull();
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
