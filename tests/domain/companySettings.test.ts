import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { CompanyInput, toCompanyForm } from "~/domain/invoices/companyInput";
import { nextInvoiceNumbers } from "~/domain/invoices/nextInvoiceNumbers";
import { orderInvoicePdf } from "~/domain/invoices/orderInvoicePdf";
import { receiptMail } from "~/domain/invoices/receiptMail";
import { saveCompany } from "~/domain/invoices/saveCompany";
import { orderInvoice } from "~/domain/orders/orderInvoice";
import type { InvoiceHead, PrintedInvoice } from "~/domain/ports/printer";
import type { Settings } from "~/domain/settings";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { invoiceHead } from "~/domain/settings/invoiceHead";
import { readSettings } from "~/domain/settings/readSettings";
import { invoiceHeads, invoices, numberFloors } from "~db/schema";
import { openTestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

const database = await openTestDatabase();
afterAll(() => database.dispose());
beforeEach(() => database.clear());
const { db } = database;

const input = (values: object = {}) =>
  CompanyInput.parse({ version: 0, ...toCompanyForm(defaultSettings.company), ...values });
const as = async (privileges: "SuperAdmin" | "Admin", settings = defaultSettings) =>
  testContext(db, actingAs(await aStaffMember(db, { privileges })), { settings });

async function anInvoice(number: number, head: InvoiceHead | null) {
  const headId = head && `head-${number}`;
  if (head && headId) await db.insert(invoiceHeads).values({ id: headId, head });
  const client = await aCustomer(db);
  const { service } = await aService(db);
  const order = await anOrder(db, { clientId: client.id, serviceId: service.id, payState: "paid", status: "Working" });
  await db.insert(invoices).values({
    id: `invoice-${number}`,
    orderId: order.id,
    clientId: client.id,
    account: "regular",
    number,
    issuer: "US",
    subtotal: 100_00,
    charged: 100_00,
    transactionId: "pi_1",
    paidAt: TEST_NOW,
    createdAt: TEST_NOW,
    headId,
  });
  return order.id;
}

async function printedOf(orderId: string, settings: Settings): Promise<PrintedInvoice> {
  const printed: PrintedInvoice[] = [];
  const ctx = await as("SuperAdmin", settings);
  const invoice = async (one: PrintedInvoice) => {
    printed.push(one);
    return new TextEncoder().encode("%PDF-1.7");
  };
  await orderInvoicePdf({ ...ctx, printer: { ...ctx.printer, invoice } }, orderId);
  return printed[0]!;
}

const changed: Settings = {
  ...defaultSettings,
  brand: { ...defaultSettings.brand, logo: { key: "logo", type: "image/png", width: 10, height: 10 } },
  company: {
    ...defaultSettings.company,
    issuers: { ...defaultSettings.company.issuers, US: { ...defaultSettings.company.issuers.US, name: "Acme Inc." } },
    timeZone: "Asia/Tokyo",
    invoicePrefix: "ACME-",
    invoiceFooter: "Thank you.",
  },
};

test("an issued invoice keeps issuer, logo, zone, prefix and footer", async () => {
  const orderId = await anInvoice(1001, invoiceHead(changed, "US"));
  const later = { ...changed, company: { ...defaultSettings.company, invoicePrefix: "NEW-" } };
  expect(await printedOf(orderId, { ...later, brand: defaultSettings.brand })).toMatchObject({
    letterhead: { logoKey: "logo" },
    zone: "Asia/Tokyo",
    number: "ACME-1001",
    issuedBy: { name: "Acme Inc." },
    footer: "Thank you.",
  });
  const ctx = await as("SuperAdmin", later);
  expect(await orderInvoice(ctx, { orderId })).toMatchObject({ number: 1001, printedNumber: "ACME-1001" });
});

test("the receipt names the invoice with its prefix", async () => {
  const orderId = await anInvoice(1001, invoiceHead(changed, "US"));
  const printInvoice = async ({ number }: PrintedInvoice) => new TextEncoder().encode(number);
  const mail = await receiptMail(await as("SuperAdmin"), { orderId, printInvoice, lastTry: false });
  expect(mail.text).toContain("Invoice ACME-1001 is attached.");
  expect(mail.attachments).toMatchObject([{ filename: "Invoice-ACME-1001.pdf" }]);
});

test("an invoice of an earlier release prints today's settings", async () => {
  const orderId = await anInvoice(1001, null);
  expect(await printedOf(orderId, changed)).toMatchObject({ number: "ACME-1001", issuedBy: { name: "Acme Inc." } });
});

test("saves issuers, prefix, footer and due days", async () => {
  const ctx = await as("SuperAdmin");
  await saveCompany(ctx, input({ prefix: "INV-", footer: "Line one\r\nLine two", dueDays: "14" }));
  expect((await readSettings(db)).company).toEqual({
    ...defaultSettings.company,
    invoicePrefix: "INV-",
    invoiceFooter: "Line one\nLine two",
    dueDays: 14,
  });
});

test("a form that is saved unchanged changes nothing", async () => {
  const ctx = await as("SuperAdmin");
  await saveCompany(ctx, input());
  expect((await readSettings(db)).company).toEqual(defaultSettings.company);
  await saveCompany(ctx, input({ version: 1 }));
  expect((await readSettings(db)).revision).toBe(1);
});

test("asks once before the zone of the agency's days changes", async () => {
  const ctx = await as("SuperAdmin");
  await expect(saveCompany(ctx, input({ timeZone: "Asia/Tokyo" }))).rejects.toMatchObject({
    fieldErrors: { timeZone: [expect.stringContaining("days in Tokyo")] },
  });
  await expect(saveCompany(ctx, input({ timeZone: "Asia/Tokyo", confirmedZone: "Europe/Kyiv" }))).rejects.toMatchObject(
    { kind: "Invalid" },
  );
  await saveCompany(ctx, input({ timeZone: "Asia/Tokyo", confirmedZone: "Asia/Tokyo" }));
  expect((await readSettings(db)).company.timeZone).toBe("Asia/Tokyo");
});

test("moves the next invoice number up and never down", async () => {
  const ctx = await as("SuperAdmin");
  await anInvoice(1050, null);
  expect(await nextInvoiceNumbers(ctx)).toEqual({ regular: 1051, custom: 1001 });
  await expect(saveCompany(ctx, input({ nextRegular: "1050" }))).rejects.toMatchObject({
    kind: "Invalid",
    message: "The next number is at least 1051",
  });
  await saveCompany(ctx, input({ nextRegular: "2000" }));
  expect(await nextInvoiceNumbers(ctx)).toEqual({ regular: 2000, custom: 1001 });
  await expect(saveCompany(ctx, input({ version: 1, nextRegular: "1500" }))).rejects.toMatchObject({ kind: "Invalid" });
  expect(await db.select().from(numberFloors).where(eq(numberFloors.kind, "invoice:regular"))).toMatchObject([
    { above: 1999 },
  ]);
});

test("of two next numbers saved at the same time one wins", async () => {
  const ctx = await as("SuperAdmin");
  const saves = await Promise.allSettled(
    ["3000", "2000"].map((nextRegular) => saveCompany(ctx, input({ nextRegular }))),
  );
  expect(saves.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect([2000, 3000]).toContain((await nextInvoiceNumbers(ctx)).regular);
});

const taxForm = (...rows: [name: string, percent: string, countries?: string][]) => ({
  taxes: rows.map(([name, percent, countries = ""]) => ({ name, percent, countries })),
});

test("saves taxes with their countries by name and code", async () => {
  const ctx = await as("SuperAdmin");
  await saveCompany(ctx, input(taxForm(["VAT", "19", "de\nFrance\nGermany"], ["GST", "9.975"])));
  const { taxes } = (await readSettings(db)).company;
  expect(taxes).toEqual([
    { name: "VAT", percent: 19, inclusive: true, countries: ["Germany", "France"], codes: ["DE", "FR"] },
    { name: "GST", percent: 9.975, inclusive: true, countries: [], codes: [] },
  ]);
  expect(toCompanyForm({ ...defaultSettings.company, taxes }).taxes[0]).toMatchObject({
    percent: "19",
    countries: "Germany\nFrance",
  });
});

test.each([
  [taxForm(["VAT", "19", "Atlantis"]), "taxes[0].countries", "We do not know the country Atlantis."],
  [taxForm(["VAT", "60", "DE"], ["GST", "41"]), "taxes[1].percent", "The taxes of Germany add up to more than 100%"],
])("refuses taxes that cannot be", async (values, field, message) => {
  await expect(saveCompany(await as("SuperAdmin"), input(values))).rejects.toMatchObject({
    fieldErrors: { [field]: [expect.stringContaining(message)] },
  });
});

test("an Admin cannot save the company", async () => {
  const ctx = await as("Admin");
  await expect(saveCompany(ctx, input({ prefix: "INV-" }))).rejects.toMatchObject({ kind: "Forbidden" });
});

test.each([
  { prefix: "INV 1" },
  { prefix: "<b>" },
  { dueDays: "366" },
  { nextRegular: "1e3" },
  { footer: "x".repeat(501) },
  taxForm(["VAT", "0"]),
  taxForm(["VAT", "100.1"]),
  taxForm(["VAT", "1e1"]),
  taxForm(["", "19"]),
])("refuses %j", (values) => {
  expect(() => input(values)).toThrow();
});
