import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answerApi } from "~/api/answerApi.server";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import type { ActorUser } from "~/domain/context";
import { Forbidden, Invalid, NotFound } from "~/domain/errors";
import { makeServiceInvoice } from "~/domain/invoices/makeServiceInvoice";
import { nextServiceInvoiceNo } from "~/domain/invoices/nextServiceInvoiceNo";
import { orderInvoicePdf } from "~/domain/invoices/orderInvoicePdf";
import { invoiceFileName } from "~/domain/invoices/printedInvoice";
import { ServiceInvoiceInput } from "~/domain/invoices/serviceInvoiceInput";
import { orderInvoice } from "~/domain/orders/orderInvoice";
import type { InvoiceCountry, PrintedInvoice } from "~/domain/ports/printer";
import { NOTHING_CHOSEN } from "~/domain/pricing/orderProblem";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { invoiceHead } from "~/domain/settings/invoiceHead";
import { serveFile } from "~/files/serveFile";
import { submitForm } from "~/http/submitForm.server";
import { encodeId } from "~/paths";
import { newId } from "~db/ids";
import { history, invoices, orderItems, refunds, uploads } from "~db/schema";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { aPortal, callApi, SITE } from "../support/portal";
import { actingAs, anonymous, memoryFiles, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(() => database.clear());

/** A printer that records the invoices it prints. */
function aPrinter() {
  const printed: PrintedInvoice[] = [];
  return {
    printed,
    ...testContext(database.db).printer,
    invoice: async (invoice: PrintedInvoice) => {
      printed.push(invoice);
      return new TextEncoder().encode(`%PDF-1.7 ${invoice.number} ${printed.length}`);
    },
  };
}
/** What a printed invoice shows of the agency with the default settings. */
function headOf(country: InvoiceCountry) {
  const { prefix: _, ...head } = invoiceHead(defaultSettings, country);
  return head;
}
const bytesOf = async (body: BodyInit) => await new Response(body).text();

const typed = {
  invoiceNo: "INV 7/2026",
  dueDate: "2026-12-01",
  name: "Ada Example",
  email: "ada",
  address: "1 Main Street",
  city: "Austin",
  state: "TX",
  zipCode: "78701",
  country: "United States",
  invoiceCountry: "US",
};

test("prints each package of a service once, for staff only", async () => {
  const { db } = database;
  const member = await aStaffMember(db, { privileges: "Manager" });
  const printer = aPrinter();
  const files = memoryFiles();
  const ctx = testContext(db, actingAs(member), { printer, files });
  const { service } = await aService(db, { name: "Guest Posting", visible: false }, [
    { name: "DA 30", price: 100_00 },
    { name: "DA 50", price: 150_50 },
    { name: "Old", price: 1_00, archivedAt: TEST_NOW },
  ]);
  const stored = await makeServiceInvoice(ctx, ServiceInvoiceInput.parse({ ...typed, serviceId: service.id }));
  expect(printer.printed).toEqual([
    {
      ...headOf("US"),
      number: "INV 7/2026",
      issuer: "US",
      issuedAt: TEST_NOW,
      client: {
        name: "Ada Example",
        email: "ada",
        addressLines: ["1 Main Street", "Austin, TX 78701", "United States"],
      },
      serviceName: "Guest Posting",
      lines: [
        { name: "DA 30", quantity: 1, price: 100_00 },
        { name: "DA 50", quantity: 1, price: 150_50 },
      ],
      subtotal: 250_50,
      promotion: null,
      total: 250_50,
      payment: {
        dueAt: Date.UTC(2026, 11, 1),
        payUrl: `http://localhost:8788/services/${encodeId(service.id)}/checkout`,
      },
    },
  ]);
  expect(await db.select().from(uploads).get()).toMatchObject({
    key: stored.key,
    fileName: "Invoice-INV-7-2026.pdf",
    ownerId: member.id,
    storedAt: TEST_NOW,
    attachedTo: `serviceInvoice:${service.id}`,
  });
  expect(await db.select().from(history).get()).toMatchObject({
    entityId: service.id,
    action: "Invoice generated: INV 7/2026",
    actorId: member.id,
  });

  const fetchFile = async (actor: ReturnType<typeof actingAs> | typeof anonymous) =>
    await serveFile(testContext(db, actor, { files }), stored.key, new Request(`${SITE}/files/${stored.key}`));
  const answer = await fetchFile(actingAs(await aStaffMember(db, { privileges: "Admin" })));
  expect(await answer.text()).toBe("%PDF-1.7 INV 7/2026 1");
  // Opens in the browser's viewer: neither a download nor sandboxed.
  expect(answer.headers.get("Content-Disposition")).toMatch(/^inline; filename="Invoice-INV-7-2026.pdf"/);
  expect(answer.headers.get("Content-Security-Policy")).toBeNull();
  expect((await fetchFile(actingAs(await aCustomer(db)))).status).toBe(404);
  expect((await fetchFile(anonymous)).status).toBe(404);
});

test("only staff invoice existing services with packages", async () => {
  const { db } = database;
  const printer = aPrinter();
  const { service } = await aService(db);
  const empty = (await aService(db, {}, [])).service;
  const archived = (await aService(db, { archivedAt: TEST_NOW })).service;
  const make = async (user: ActorUser, serviceId: string) =>
    await makeServiceInvoice(
      testContext(db, actingAs(user), { printer }),
      ServiceInvoiceInput.parse({ ...typed, serviceId }),
    );
  const member = await aStaffMember(db);
  await expect(make(await aCustomer(db), service.id)).rejects.toThrow(Forbidden);
  await expect(make(member, empty.id)).rejects.toThrow(Invalid);
  await expect(make(member, archived.id)).rejects.toThrow(NotFound);
  await expect(make(member, "nothing")).rejects.toThrow(NotFound);
  expect(printer.printed).toEqual([]);
  expect(await db.$count(uploads)).toBe(0);
});

test("prices the chosen packages on the server", async () => {
  const { db } = database;
  const printer = aPrinter();
  const ctx = testContext(db, actingAs(await aStaffMember(db)), { printer });
  const { service, packages } = await aService(db, {}, [
    { name: "DA 30", price: 100_00, addOns: [{ value: "Rush", price: 20_00, defaultOption: false }] as never },
    { name: "DA 50", price: 50_00, discounts: [{ count: 10, percent: 10 }] as never },
    { name: "DA 70" },
  ]);
  const [da30, da50, da70] = packages.map(({ id }) => id);
  const choose = (packageCounts: object[]) =>
    ServiceInvoiceInput.parse({ ...typed, serviceId: service.id, packageCounts });
  await makeServiceInvoice(
    ctx,
    choose([
      { packageId: da30, count: 2, addOn: "Rush" },
      { packageId: da50, count: 10 },
      { packageId: da70, count: 0 },
    ]),
  );
  expect(printer.printed).toMatchObject([
    {
      lines: [
        { name: "DA 30, Rush", quantity: 2, price: 120_00 },
        { name: "DA 50", quantity: 10, price: 50_00 },
      ],
      subtotal: 740_00,
      promotion: 50_00,
      total: 690_00,
    },
  ]);
  await expect(makeServiceInvoice(ctx, choose([{ packageId: da30, count: 0 }]))).rejects.toThrow(NOTHING_CHOSEN);
  await expect(makeServiceInvoice(ctx, choose([{ packageId: "other", count: 1 }]))).rejects.toThrow("not available");
});

test("proposes the number after the last service invoice", async () => {
  const { db } = database;
  const member = await aStaffMember(db);
  const { service } = await aService(db);
  const generate = (invoiceNo: string, later: number) =>
    makeServiceInvoice(
      testContext(db, actingAs(member), { now: TEST_NOW + later }),
      ServiceInvoiceInput.parse({ ...typed, serviceId: service.id, invoiceNo }),
    );
  const next = () => nextServiceInvoiceNo(testContext(db, actingAs(member)));
  expect(await next()).toBe("S-1001");
  await generate("S-1001", 0);
  expect(await next()).toBe("S-1002");
  await generate("ACME-0099", 1);
  expect(await next()).toBe("ACME-0100");
  await generate("Draft", 2);
  expect(await next()).toBe("S-1001");
  const customer = testContext(db, actingAs(await aCustomer(db)));
  await expect(nextServiceInvoiceNo(customer)).rejects.toThrow(Forbidden);
});

const bearerOf = async (user: ActorUser) => {
  const ctx = testContext(database.db);
  const { sessionId, generation } = await aSession(ctx, user, "api");
  return await ctx.signer.accessToken({ sessionId, generation }, TEST_NOW + ACCESS_MS);
};

/** The service invoice form. */
const required = {
  invoiceNo: ["Invoice Number is required"],
  dueDate: ["Due Date is required"],
  name: ["Name is required"],
  email: ["Email is required"],
  invoiceCountry: ["Invoice Country is required"],
};

test("the API reports every invalid invoice field", async () => {
  const { db } = database;
  const bearer = await bearerOf(await aStaffMember(db));
  const { service } = await aService(db);
  const call = (body: Record<string, unknown>) =>
    callApi(testContext(db), "POST", "/service/invoice", { body, bearer });
  const nothing = await call({ serviceId: service.id });
  expect([nothing.status, nothing.json.fieldErrors]).toEqual([400, required]);
  const blank = { invoiceNo: " ", dueDate: "", name: " ", email: " ", invoiceCountry: "" };
  expect((await call({ serviceId: service.id, ...blank })).json.fieldErrors).toEqual(required);
  const wrong = await call({ ...typed, serviceId: service.id, dueDate: "soon", invoiceCountry: "FR" });
  expect(wrong.json.fieldErrors).toEqual({
    dueDate: ["Due Date is not valid"],
    invoiceCountry: ["Invoice Country is required"],
  });
  const noDay = await call({ ...typed, serviceId: service.id, dueDate: "2026-02-31" });
  expect([noDay.status, noDay.json.fieldErrors]).toEqual([400, { dueDate: ["Due Date is not valid"] }]);
  expect((await call({ ...typed, serviceId: "nothing" })).status).toBe(404);
});

test("the page reports invalid fields and keeps the typed values", async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ serviceId: "s", invoiceNo: "", dueDate: "", city: "Austin" }))
    form.set(name, value);
  const response = await submitForm(
    aPortal(testContext(database.db), new Request("http://localhost/")),
    form,
    ServiceInvoiceInput,
    async () => new Response("never"),
  );
  expect(response.status).toBe(400);
  const { result } = (await response.json()) as { result: { error: unknown; initialValue: unknown } };
  expect(result.error).toEqual(required);
  expect(result.initialValue).toMatchObject({ city: "Austin" });
});

test("POST /service/invoice returns the PDF", async () => {
  const { db } = database;
  const bearer = await bearerOf(await aStaffMember(db));
  const { service } = await aService(db);
  const response = await answerApi(
    testContext(db),
    new Request(`${SITE}/api/service/invoice`, {
      method: "POST",
      headers: { Authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ ...typed, serviceId: service.id, dueDate: "2026-12-01T00:00:00.000Z" }),
    }),
  );
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  expect(await response.text()).toBe("%PDF-1.7 INV 7/2026");
});

const SECRET = "the client pays late";

/** A paid order with its invoice. */
async function aPaidOrder() {
  const { db } = database;
  const owner = await aCustomer(db, { firstName: "Cleo", lastName: "Example" });
  const { service, packages } = await aService(db);
  const order = await anOrder(db, { clientId: owner.id, serviceId: service.id, notes: SECRET, total: 180_00 });
  await db.insert(orderItems).values({
    id: newId(TEST_NOW),
    orderId: order.id,
    packageId: packages[0]!.id,
    packageName: "DA 30",
    addOn: "500 Words",
    quantity: 2,
    unitPrice: 100_00,
    lineTotal: 200_00,
    sequence: 0,
  });
  await db.insert(invoices).values({
    id: "invoice-1",
    orderId: order.id,
    clientId: owner.id,
    clientName: "Cleo Example",
    clientEmail: owner.email,
    account: "regular",
    number: 1001,
    issuer: "IN",
    subtotal: 200_00,
    charged: 180_00,
    transactionId: "pi_1",
    paidAt: TEST_NOW - 1000,
    createdAt: TEST_NOW,
  });
  return { owner, order };
}

test("prints an order's invoice once, for its customer and staff", async () => {
  const { db } = database;
  const { owner, order } = await aPaidOrder();
  const printer = aPrinter();
  const files = memoryFiles();
  const as = (user: ActorUser) => testContext(db, actingAs(user), { printer, files });
  const first = await orderInvoicePdf(as(owner), order.id);
  expect([first.name, await bytesOf(first.body as BodyInit)]).toEqual(["Invoice-1001.pdf", "%PDF-1.7 1001 1"]);
  const second = await orderInvoicePdf(as(await aStaffMember(db, { privileges: "Manager" })), order.id);
  expect(await bytesOf(second.body as BodyInit)).toBe("%PDF-1.7 1001 1");
  expect(printer.printed).toEqual([
    {
      ...headOf("IN"),
      number: "1001",
      issuer: "IN",
      issuedAt: TEST_NOW,
      client: {
        name: "Cleo Example",
        email: owner.email,
        addressLines: ["1 Main Street", "Austin, TX 78701", "United States"],
      },
      serviceName: order.serviceName,
      lines: [{ name: "DA 30, 500 Words", quantity: 2, price: 100_00 }],
      subtotal: 200_00,
      promotion: 20_00,
      total: 180_00,
      payment: { paidAt: TEST_NOW - 1000, transactionId: "pi_1" },
    },
  ]);
  expect(JSON.stringify(printer.printed)).not.toContain(SECRET);
});

test("a refund makes a new file with its amount and date", async () => {
  const { db } = database;
  const { owner, order } = await aPaidOrder();
  const printer = aPrinter();
  const ctx = testContext(db, actingAs(owner), { printer });
  await orderInvoicePdf(ctx, order.id);
  const refund = { orderId: order.id, account: "regular", source: "portal", createdById: "staff" } as const;
  await db.insert(refunds).values([
    { ...refund, id: "refund-1", amount: 50_00, state: "succeeded", createdAt: TEST_NOW, refundedAt: TEST_NOW + 1 },
    { ...refund, id: "refund-2", amount: 30_00, state: "failed", createdAt: TEST_NOW },
  ]);
  await orderInvoicePdf(ctx, order.id);
  await orderInvoicePdf(ctx, order.id);
  expect(printer.printed.map((printed) => printed.refunded)).toEqual([undefined, { amount: 50_00, at: TEST_NOW + 1 }]);
  expect(await orderInvoice(ctx, { orderId: order.id })).toMatchObject({ refunded: { amount: 50_00 } });
});

test("two concurrent requests store one invoice file", async () => {
  const { db } = database;
  const { owner, order } = await aPaidOrder();
  const ctx = testContext(db, actingAs(owner), { printer: aPrinter() });
  await Promise.all([orderInvoicePdf(ctx, order.id), orderInvoicePdf(ctx, order.id)]);
  expect(await db.$count(uploads, eq(uploads.attachedTo, "invoice:invoice-1"))).toBe(1);
});

test("reprints an invoice whose file is lost", async () => {
  const { db } = database;
  const { owner, order } = await aPaidOrder();
  const printer = aPrinter();
  const files = memoryFiles();
  const ctx = testContext(db, actingAs(owner), { printer, files });
  await orderInvoicePdf(ctx, order.id);
  files.objects.clear();
  expect(await bytesOf((await orderInvoicePdf(ctx, order.id)).body as BodyInit)).toBe("%PDF-1.7 1001 2");
});

test("answers NotFound for foreign and unpaid orders", async () => {
  const { db } = database;
  const { owner, order } = await aPaidOrder();
  const printer = aPrinter();
  const as = (user: ActorUser) => testContext(db, actingAs(user), { printer });
  await expect(orderInvoicePdf(as(await aCustomer(db)), order.id)).rejects.toThrow(NotFound);
  const unpaid = await anOrder(db, { clientId: owner.id });
  await expect(orderInvoicePdf(as(owner), unpaid.id)).rejects.toThrow(NotFound);
  expect(printer.printed).toEqual([]);
});

test.each([
  ["1001", "Invoice-1001.pdf"],
  ["../../a b", "Invoice-..-..-a-b.pdf"],
  ["चालान १", "Invoice-चालान-१.pdf"],
])("names the file of invoice %s %s", (number, name) => {
  expect(invoiceFileName(number)).toBe(name);
});
