import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as harfbuzz from "harfbuzzjs";
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFString } from "pdf-lib";
import { beforeAll, expect, test } from "vitest";
import { brand } from "~/brand";
import type { PrintedInvoice } from "~/domain/ports/printer";
import { type FontShelf, openFonts } from "~/exports/invoiceFonts";
import { makeInvoicePdf } from "~/exports/invoicePdf";
import { makePayoutStatementPdf } from "~/exports/payoutStatementPdf";
import { printable, shapeText } from "~/exports/shapeText";
import { buildInvoiceFonts } from "../../scripts/invoiceFonts";
import { fontFolder } from "../../scripts/workerParts";
import { hasPoppler, textOfPdf } from "../support/poppler";
import { TEST_NOW } from "../support/testContext";

beforeAll(buildInvoiceFonts);

const opened: string[] = [];
const shelf: FontShelf = async (file) => {
  opened.push(file);
  return new Uint8Array(readFileSync(join(fontFolder, file)));
};

const PAY_URL = "http://localhost:8788/services/c2VydmljZQ/checkout";
const anInvoice = (values: Partial<PrintedInvoice> = {}): PrintedInvoice => ({
  letterhead: { name: brand.name, supportEmail: brand.supportEmail },
  number: "INV-7",
  issuer: "US",
  zone: "UTC",
  issuedBy: brand.issuers[values.issuer ?? "US"],
  footer: "",
  issuedAt: TEST_NOW,
  client: { name: "Ada Example", email: "ada@example.com", addressLines: ["1 Main Street", "Austin, TX 78701"] },
  serviceName: "Guest Posting",
  lines: [
    { name: "DA 30+", quantity: 1, price: 100_00 },
    { name: "DA 50+, 500 Words", quantity: 12, price: 125_50 },
  ],
  subtotal: 1606_00,
  promotion: null,
  total: 1606_00,
  payment: { dueAt: Date.UTC(2026, 11, 1), payUrl: PAY_URL },
  ...values,
});

const texts = {
  "plain Latin": "Ada Example & Sons, AVATAR Ltd.",
  "Latin with accents": "Łukasz Żółć, Straße 5, Çağdaş Müller, Ñandú, Nguyễn Thị Ánh, ₹ € £",
  Greek: "Σωκράτης Παπαδόπουλος",
  Cyrillic: "Иван Щедрин, Київ",
  Devanagari: "श्री कृष्ण विद्यार्थी प्राइवेट लिमिटेड, राष्ट्रपति मार्ग, मुंबई ४००००१ ज्ञानेश्वर त्र्यंबक हृदय ऋषि र्क",
  Chinese: "北京光明科技有限公司（上海分公司）龘",
  Japanese: "東京カタカナひらがな株式会社",
  Arabic: "شركة النُّور للتجارة (2020) محدودة، الرياض مُحَمَّد ﷺ",
  Persian: "گزارش پاکستان می‌خواهم",
} as const;

test.each(Object.entries(texts))("%s: every character has a glyph", async (_, text) => {
  const fonts = await openFonts(shelf, [text]);
  for (const weight of ["regular", "bold"] as const) {
    const lines = shapeText(text, fonts, weight);
    expect(lines).toHaveLength(1);
    const runs = lines[0]!.runs;
    expect(runs.flatMap((run) => run.glyphs.glyphs.map(({ id }) => id))).not.toContain(0);
    const printed = [...runs.map((run) => run.text).join("")].sort();
    expect(printed).toEqual([...printable(text)].sort());
  }
});

test.each(["Devanagari", "Arabic", "Persian", "plain Latin"] as const)(
  "%s: joins, reorders and places letters like HarfBuzz",
  async (script) => {
    const fonts = await openFonts(shelf, [texts[script]]);
    const runs = shapeText(texts[script], fonts, "regular").flatMap((line) => line.runs);
    expect(runs.length).toBeGreaterThan(0);
    for (const run of runs) {
      const bytes = run.face.bytes;
      const face = new harfbuzz.Face(new harfbuzz.Blob(bytes.slice().buffer), 0);
      const buffer = new harfbuzz.Buffer();
      buffer.addText(run.text);
      buffer.guessSegmentProperties();
      if (!/\p{L}/u.test(run.text)) continue;
      harfbuzz.shape(new harfbuzz.Font(face), buffer);
      const expected = buffer.getGlyphInfos().map(({ codepoint }, at) => {
        const { xAdvance, xOffset, yOffset } = buffer.getGlyphPositions()[at]!;
        return [codepoint, xAdvance, xOffset, yOffset];
      });
      const placed = run.glyphs.glyphs.map(({ id }, at) => {
        const { xAdvance, xOffset, yOffset } = run.glyphs.positions[at]!;
        return [id, xAdvance, xOffset, yOffset].map(Math.round);
      });
      expect([run.text, placed]).toEqual([run.text, expected]);
    }
  },
);

test.each([
  ["باقة Guest Post (500)", ["Guest Post (500)", "باقة"]],
  ["شركة (2020) محدودة", ["محدودة", "2020", "شركة"]],
  ["Guest Post باقة الروابط 7", ["Guest Post", "7", "الروابط", "باقة"]],
])("%s: sets right-to-left words and left-to-right figures", async (text, words) => {
  const fonts = await openFonts(shelf, [text]);
  const runs = shapeText(text, fonts, "regular")[0]!.runs.map((run) => run.text.trim());
  expect(runs.filter((run) => /[\p{L}\p{N}]/u.test(run))).toEqual(words);
});

test("breaks lines between words, Chinese characters, or in long words", async () => {
  const words = ["one two three", "北京光明科技有限公司", "x".repeat(60)];
  const fonts = await openFonts(shelf, words);
  for (const text of words) {
    const lines = shapeText(text, fonts, "regular", 5);
    expect(lines.length).toBeGreaterThan(1);
    expect(Math.max(...lines.map((line) => line.width))).toBeLessThanOrEqual(5);
    const printed = lines.map((line) => line.runs.map((run) => run.text).join(""));
    expect(printed.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
  }
});

test("replaces unsupported characters and drops invisible ones", async () => {
  const text = "A\u202eB\u0007C \u{10400} \ue000D";
  expect(printable(text)).toBe("ABC \u{10400} D");
  const fonts = await openFonts(shelf, [text]);
  const line = shapeText(text, fonts, "regular")[0]!;
  expect(line.runs.map((run) => run.text).join("")).toBe("ABC ? D");
  expect(shapeText(" \u0000 ", fonts, "regular")).toEqual([]);
});

test.each([
  ["SEO 🚀 pack", "SEO pack"],
  ["👩🏽‍💻 Ada ❤️", "Ada"],
  ["Team 🇩🇪1️⃣ © 2026", "Team © 2026"],
  ["🚀", "?"],
])("prints %s without emoji", async (text, printed) => {
  const fonts = await openFonts(shelf, [text, "2026 © Team SEO pack Ada"]);
  const [line] = shapeText(text, fonts, "regular");
  expect(line!.runs.map((run) => run.text).join("")).toBe(printed);
});

test("opens only the fonts that the characters need", async () => {
  opened.length = 0;
  await makeInvoicePdf(anInvoice(), shelf);
  expect(opened.sort()).toEqual(["fonts.json", "inter-latin-bold.ttf", "inter-latin-regular.ttf"]);
  opened.length = 0;
  await makeInvoicePdf(anInvoice({ client: { name: "北京", email: "a@example.com", addressLines: [] } }), shelf);
  expect(opened.filter((file) => file.startsWith("chinese")).length).toBeLessThanOrEqual(2);
  expect(opened.some((file) => /arabic|devanagari/.test(file))).toBe(false);
});

const linksOf = (pdf: PDFDocument) =>
  pdf.getPages().flatMap((page) =>
    (page.node.Annots()?.asArray() ?? []).map((ref) => {
      const annotation = pdf.context.lookup(ref, PDFDict);
      return {
        subtype: annotation.lookup(PDFName.of("Subtype"), PDFName).decodeText(),
        url: annotation.lookup(PDFName.of("A"), PDFDict).lookup(PDFName.of("URI"), PDFString).asString(),
        box: annotation.lookup(PDFName.of("Rect"), PDFArray).size(),
      };
    }),
  );

test("links an unpaid invoice to the checkout, a paid one to nothing", async () => {
  const due = await PDFDocument.load(await makeInvoicePdf(anInvoice(), shelf));
  const link = { subtype: "Link", url: PAY_URL, box: 4 };
  expect(linksOf(due)).toEqual([link, link]);
  expect([due.getPageCount(), due.getTitle()]).toEqual([1, "Invoice INV-7"]);
  const paid = await makeInvoicePdf(anInvoice({ payment: { paidAt: TEST_NOW, transactionId: "pi_1" } }), shelf);
  expect(linksOf(await PDFDocument.load(paid))).toEqual([]);
});

const sixty = (): PrintedInvoice => {
  const lines = Array.from({ length: 60 }, (_, n) => ({ name: `Package ${n + 1}`, quantity: 1, price: 10_00 + n }));
  const total = lines.reduce((sum, line) => sum + line.price, 0);
  return anInvoice({ lines, subtotal: total, total });
};

test("sets 60 lines on several pages", async () => {
  expect((await PDFDocument.load(await makeInvoicePdf(sixty(), shelf))).getPageCount()).toBe(3);
});

/** The text of a PDF with single spaces. */
const wordsOf = (bytes: Uint8Array) => textOfPdf(bytes).replace(/\s+/g, " ");

test.skipIf(!hasPoppler)("an invoice of a service names the client, items, total and payment", async () => {
  const words = wordsOf(await makeInvoicePdf(anInvoice(), shelf));
  for (const part of [
    brand.issuers.US.name,
    ...brand.issuers.US.addressLines,
    "Ada Example",
    "1 Main Street",
    "Austin, TX 78701",
    "ada@example.com",
    "Invoice Number INV-7",
    "Invoice Date November 21, 2026",
    "Due Date December 01, 2026",
    "Item Quantity Price Total",
    "DA 30+ 1 $100.00 $100.00",
    "DA 50+, 500 Words 12 $125.50 $1,506.00",
    "Subtotal $1,606.00 Tax $0 Total $1,606.00",
    ...brand.issuers.US.bank.map(({ label, value }) => `${label} ${value}`),
    "ACH payments can take up to five business days.",
    "Pay Online",
    PAY_URL,
    "Page 1 of 1",
  ])
    expect(words).toContain(part);
  expect(words).not.toContain("Promotion");
  expect(words).not.toContain(brand.issuers.IN.name);
});

test.skipIf(!hasPoppler)("the invoice of a paid order names the promotion and the payment", async () => {
  const words = wordsOf(
    await makeInvoicePdf(
      anInvoice({
        issuer: "IN",
        promotion: 106_00,
        total: 1500_00,
        payment: { paidAt: TEST_NOW, transactionId: "pi_123" },
      }),
      shelf,
    ),
  );
  for (const part of [
    brand.issuers.IN.name,
    "Subtotal $1,606.00 Promotion applied -$106.00 Tax $0 Total $1,500.00",
    "Paid date November 21, 2026",
    "Transaction id pi_123",
  ])
    expect(words).toContain(part);
  for (const part of ["Pay Online", "ACH", "Due Date", brand.issuers.US.name]) expect(words).not.toContain(part);
});

test.skipIf(!hasPoppler)("an invoice names what was refunded and what is left", async () => {
  const payment = { paidAt: TEST_NOW, transactionId: "pi_123" };
  const words = wordsOf(
    await makeInvoicePdf(anInvoice({ payment, refunded: { amount: 600_00, at: TEST_NOW } }), shelf),
  );
  expect(words).toContain("Refunded on November 21, 2026 -$600.00 Total after refund $1,006.00");
});

test.skipIf(!hasPoppler)("a credit note names its invoice and no tax", async () => {
  const words = wordsOf(
    await makeInvoicePdf(
      anInvoice({
        number: "CN-1001",
        creditOf: "1007",
        lines: [{ name: "Refund of invoice 1007", quantity: 1, price: 40_00 }],
        subtotal: 40_00,
        total: 40_00,
        payment: { paidAt: TEST_NOW, transactionId: "re_123" },
      }),
      shelf,
    ),
  );
  for (const part of [
    "Credit note",
    "Credit Note Number CN-1001",
    "Invoice Number 1007",
    "Refund date",
    "Total $40.00",
  ])
    expect(words).toContain(part);
  for (const part of ["Tax", "Paid date"]) expect(words).not.toContain(part);
});

test.skipIf(!hasPoppler)("an invoice keeps its language and names its taxes", async () => {
  const letterhead = { ...anInvoice().letterhead, language: "de" };
  const taxLines = [{ name: "MwSt.", percent: 19, inclusive: true, amount: 256_42 }];
  const payment = { paidAt: TEST_NOW, transactionId: "pi_123" };
  const words = wordsOf(await makeInvoicePdf(anInvoice({ letterhead, taxLines, payment }), shelf));
  expect(words).toContain("Subtotal $1.606,00 Includes MwSt. 19% $256,42 Total $1.606,00");
  expect(words).toContain("Paid date 21. November 2026");
});

test.skipIf(!hasPoppler)("a commission statement names its lines, total and readable dates", async () => {
  const line = { serviceName: "Guest Posting", clientName: "Ada Example", percent: 12_50, kind: "earned" } as const;
  const words = wordsOf(
    await makePayoutStatementPdf(
      {
        letterhead: { name: brand.name, supportEmail: brand.supportEmail },
        paidAt: Date.UTC(2026, 9, 20),
        zone: "UTC",
        affiliate: { name: "Alex Rivera", email: "alex@example.com" },
        lines: [{ ...line, orderNumber: 10013, orderPaidAt: Date.UTC(2026, 7, 1), orderAmount: 300_00, amount: 37_50 }],
        total: 37_50,
      },
      shelf,
    ),
  );
  for (const part of ["October 20, 2026 (UTC)", "1 Aug 26 $300.00 12.5% $37.50", "Total $37.50"])
    expect(words).toContain(part);
});

test.skipIf(!hasPoppler)("every page of a long invoice has its head, number and lines", async () => {
  const pages = textOfPdf(await makeInvoicePdf(sixty(), shelf)).split("\f");
  const long = pages.slice(0, 3).map((page) => page.replace(/\s+/g, " "));
  for (const [index, page] of long.entries()) expect(page).toContain(`Page ${index + 1} of 3`);
  for (const page of long) expect(page).toContain("Item Quantity Price Total");
  for (const page of long.slice(1)) expect(page).toContain("Invoice INV-7");
  const numbered = { ...sixty(), issuer: "IN", number: "N".repeat(50) } as const;
  for (const page of textOfPdf(await makeInvoicePdf(numbered, shelf))
    .split("\f")
    .slice(1, 3)) {
    expect(page).toMatch(/^ *Item +Quantity +Price +Total *$/m);
    expect(page.replace(/\s+/g, "")).toContain(`${"N".repeat(50)}Item`);
  }
  const lines = long.join(" ");
  for (let n = 1; n <= 60; n++) {
    const price = `$10.${String(n - 1).padStart(2, "0")}`;
    expect(lines).toContain(`Package ${n} 1 ${price} ${price}`);
  }
  expect(lines).toContain("Total $617.70");
});

test.skipIf(!hasPoppler).each([
  ["Devanagari", "श्री कृष्ण विद्यार्थी प्राइवेट लिमिटेड"],
  ["Chinese", "北京光明科技有限公司（上海分公司）"],
  ["Arabic", "شركة النور للتجارة"],
  ["Latin with accents", "Łukasz Żółć Nguyễn Thị Ánh"],
])("%s can be searched and copied", async (_, name) => {
  const bytes = await makeInvoicePdf(anInvoice({ client: { name, email: "a@example.com", addressLines: [] } }), shelf);
  // PDF readers mark a right-to-left line with invisible characters.
  expect(wordsOf(bytes).replace(/[\u202a-\u202e\u2066-\u2069]/g, "")).toContain(name);
});

test.skipIf(!hasPoppler)("prints prefix, issuer and the footer's lines", async () => {
  const issuedBy = { ...brand.issuers.US, name: "Acme Inc." };
  const invoice = anInvoice({ number: "ACME-1001", issuedBy, footer: "Registered in Austin.\nThank you." });
  const text = textOfPdf(await makeInvoicePdf(invoice, shelf));
  expect(text).toMatch(/Invoice Number\s+ACME-1001/);
  expect(text).toContain("Acme Inc.");
  expect(text).toMatch(/Registered in Austin\.\s*\n\s*Thank you\./);
});
