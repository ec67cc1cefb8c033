import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor, ActorUser } from "~/domain/context";
import { NotFound, Unauthenticated } from "~/domain/errors";
import { orderDetails } from "~/domain/orders/orderDetails";
import { orderInvoice } from "~/domain/orders/orderInvoice";
import { orderMeta } from "~/domain/orders/orderMeta";
import { recentOrders } from "~/domain/orders/recentOrders";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { newId } from "~db/ids";
import { intakeFields, invoices, orderEntries, orderItems, type orders } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

const SECRET = "the client is three invoices behind";

let database: TestDatabase;
let owner: ActorUser;
let stranger: ActorUser;
let member: ActorUser;
let order: typeof orders.$inferSelect;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  owner = await aCustomer(db, { firstName: "Cleo" });
  stranger = await aCustomer(db);
  member = await aStaffMember(db, { firstName: "Mia" });
  const { service, packages } = await aService(db);
  order = await anOrder(db, {
    clientId: owner.id,
    serviceId: service.id,
    serviceName: service.name,
    status: "Working",
    assignedToId: member.id,
    notes: SECRET,
    createdBy: member.id,
    source: { utmSource: SECRET },
    subtotal: 300_00,
    tieredTotal: 270_00,
    total: 250_00,
  });
  const items = [
    { packageId: packages[0]!.id, packageName: "DA 30", addOn: "500 Words", quantity: 3, unitPrice: 100_00 },
  ];
  await db
    .insert(orderItems)
    .values(
      items.map((item, sequence) => ({ ...item, id: newId(TEST_NOW), orderId: order.id, lineTotal: 300_00, sequence })),
    );
  await db.insert(orderEntries).values({
    id: newId(TEST_NOW),
    orderId: order.id,
    packageId: packages[0]!.id,
    role: "CUSTOMER",
    createdById: owner.id,
    items: [
      {
        id: "f",
        name: "URL",
        itemType: "TEXT",
        mandatory: true,
        placeHolder: "",
        helpText: "",
        sequence: 0,
        value: "https://example.com",
      },
    ],
    createdAt: TEST_NOW,
  });
  await db.insert(invoices).values({
    id: newId(TEST_NOW),
    orderId: order.id,
    clientId: owner.id,
    account: "regular",
    number: 7,
    issuer: "US",
    subtotal: 300_00,
    charged: 250_00,
    transactionId: "pi_test",
    paidAt: TEST_NOW,
    createdAt: TEST_NOW,
  });
});
afterAll(() => database.dispose());

const as = (actor: Actor) => testContext(database.db, actor);

test("shows staff every field of an order in one round trip", async () => {
  const count = newStatementCount();
  const ctx = testContext(openDb(countStatements(database.binding, count)), actingAs(member));
  const details = await orderDetails(ctx, order.id);
  expect(details).toMatchObject({
    view: "staff",
    number: order.number,
    clientName: "Cleo Example",
    assignedToId: member.id,
    assignedToName: "Mia Example",
    notes: SECRET,
    source: { utmSource: SECRET },
    status: "Working",
    total: 250_00,
    payable: false,
    takesEntries: true,
    migrated: false,
    items: [{ packageName: "DA 30", addOn: "500 Words", quantity: 3, unitPrice: 100_00 }],
    projects: [
      { packageName: "DA 30", values: [{ role: "CUSTOMER", items: [{ name: "URL", value: "https://example.com" }] }] },
    ],
  });
  expect(details.invoiceId).toMatch(/^[0-9A-Z]{26}$/);
  expect(count.roundTrips).toBe(1);
  expect(count.rowsRead).toBeLessThan(20);
});

test("hides notes, source and creator from the customer", async () => {
  const details = await orderDetails(as(actingAs(owner)), order.id);
  expect(details).toMatchObject({ view: "customer", number: order.number, assignedToName: "Mia Example" });
  for (const key of ["notes", "source", "createdBy", "assignedToId", "statusBeforeCancel", "paymentIntentId"])
    expect(details).not.toHaveProperty(key);
  const everything = await Promise.all([
    details,
    orderMeta(as(actingAs(owner)), order.id),
    orderInvoice(as(actingAs(owner)), { orderId: order.id }),
    recentOrders(as(actingAs(owner))),
  ]);
  expect(JSON.stringify(everything)).not.toContain(SECRET);
});

test("shows an impersonating admin the customer's view", async () => {
  const acting: Actor = { kind: "impersonated", user: owner, adminId: member.id, sessionId: "s" };
  expect((await orderDetails(as(acting), order.id)).view).toBe("customer");
});

test("answers NotFound to strangers and for unknown ids", async () => {
  const reads = [
    (actor: Actor, id: string) => orderDetails(as(actor), id),
    (actor: Actor, id: string) => orderMeta(as(actor), id),
    (actor: Actor, id: string) => orderInvoice(as(actor), { orderId: id }),
  ];
  for (const read of reads) {
    await expect(read(actingAs(stranger), order.id)).rejects.toBeInstanceOf(NotFound);
    await expect(read(actingAs(member), newId(TEST_NOW))).rejects.toBeInstanceOf(NotFound);
    await expect(read(actingAs(member), "' or 1=1 --")).rejects.toBeInstanceOf(NotFound);
    await expect(read(anonymous, order.id)).rejects.toBeInstanceOf(Unauthenticated);
  }
  const { id } = await orderInvoice(as(actingAs(owner)), { orderId: order.id });
  await expect(orderInvoice(as(actingAs(stranger)), { invoiceId: id })).rejects.toBeInstanceOf(NotFound);
  expect((await recentOrders(as(actingAs(stranger)))).content).toEqual([]);
});

test("shows invoice items with add-ons, the charge and the promotion", async () => {
  const invoice = await orderInvoice(as(actingAs(owner)), { orderId: order.id });
  expect(invoice).toMatchObject({
    number: 7,
    orderNumber: order.number,
    items: [{ name: "DA 30", addOn: "500 Words", price: 100_00, quantity: 3 }],
    subtotal: 300_00,
    charged: 250_00,
    promotion: 50_00,
    transactionId: "pi_test",
  });
  expect(await orderInvoice(as(actingAs(member)), { invoiceId: invoice.id })).toEqual(invoice);
  const unpaid = await anOrder(database.db, { clientId: owner.id, status: "Abandoned_Checkout", payState: "unpaid" });
  await expect(orderInvoice(as(actingAs(owner)), { orderId: unpaid.id })).rejects.toBeInstanceOf(NotFound);
});

test("shows next statuses to staff only and marks unpaid orders payable", async () => {
  expect((await orderMeta(as(actingAs(member)), order.id)).nextStatuses).toEqual([
    "Inputs_Required",
    "Active",
    "Completed",
    "Cancelled",
  ]);
  expect((await orderMeta(as(actingAs(owner)), order.id)).nextStatuses).toEqual([]);
  const states = [
    ["Abandoned_Checkout", "unpaid", true],
    ["Payment_Failed", "unpaid", true],
    ["Cancelled", "unpaid", false],
    ["Active", "paid", false],
  ] as const;
  for (const [status, payState, payable] of states) {
    const { id } = await anOrder(database.db, { clientId: owner.id, status, payState });
    expect((await orderDetails(as(actingAs(owner)), id)).payable, status).toBe(payable);
  }
});

test("takes entries if the service asks for them", async () => {
  const { service } = await aService(database.db);
  const plain = await anOrder(database.db, { clientId: owner.id, serviceId: service.id });
  expect((await orderDetails(as(actingAs(owner)), plain.id)).takesEntries).toBe(false);
  await database.db
    .insert(intakeFields)
    .values({ id: newId(TEST_NOW), serviceId: service.id, name: "URL", itemType: "TEXT", sequence: 0 });
  expect((await orderDetails(as(actingAs(owner)), plain.id)).takesEntries).toBe(true);
});

test("lists the five newest orders and their total count", async () => {
  const buyer = await aCustomer(database.db);
  for (let n = 0; n < 7; n++)
    await anOrder(database.db, { clientId: buyer.id, serviceId: order.serviceId, createdAt: TEST_NOW + n });
  const recent = await recentOrders(as(actingAs(buyer)));
  expect(recent.totalElements).toBe(7);
  expect(recent.content.map((row) => row.createdAt - TEST_NOW)).toEqual([6, 5, 4, 3, 2]);
});
