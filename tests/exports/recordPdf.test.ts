import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PDFDict, PDFDocument, PDFName } from "pdf-lib";
import { beforeAll, expect, test } from "vitest";
import { brand } from "~/brand";
import type { FontShelf } from "~/exports/invoiceFonts";
import { makeRecordPdf } from "~/exports/recordPdf";
import { buildInvoiceFonts } from "../../scripts/invoiceFonts";
import { fontFolder } from "../../scripts/workerParts";
import { TEST_NOW } from "../support/testContext";

beforeAll(buildInvoiceFonts);

const shelf: FontShelf = async (file) => new Uint8Array(readFileSync(join(fontFolder, file)));
const recordOf = (paragraphs: string[], logo?: Uint8Array) =>
  makeRecordPdf(
    {
      letterhead: { name: brand.name, supportEmail: brand.supportEmail, ...(logo && { logo }) },
      title: "Messages about order 10436",
      at: TEST_NOW,
      zone: "UTC",
      sections: [{ heading: "Messages", paragraphs }],
    },
    shelf,
  );
const pagesOf = async (bytes: Uint8Array) => (await PDFDocument.load(bytes)).getPageCount();

test("prints a short record on one page, in any script", async () => {
  expect(await pagesOf(await recordOf(["Hello", "नमस्ते\n你好", ""]))).toBe(1);
});

test("ends a long record after 15 pages and stays below 4.5 MB", async () => {
  const bytes = await recordOf(Array.from({ length: 2000 }, (_, at) => `Message ${at}: when is it live?`));
  expect(await pagesOf(bytes)).toBe(15);
  expect(bytes.length).toBeLessThan(4_500_000);
});

const ONE_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

test.each([
  ["prints the logo", Buffer.from(ONE_PIXEL, "base64"), 1],
  ["prints the name in place of a damaged logo", Buffer.from("\x89PNG, but torn"), 0],
])("%s", async (_, logo, pictures) => {
  const document = await PDFDocument.load(await recordOf(["Hello"], new Uint8Array(logo)));
  const drawn = document.getPage(0).node.Resources()?.lookupMaybe(PDFName.of("XObject"), PDFDict)?.keys() ?? [];
  expect(drawn).toHaveLength(pictures);
});
