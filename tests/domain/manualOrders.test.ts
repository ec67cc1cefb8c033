import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deletePackage } from "~/domain/catalogue/deletePackage";
import { closeUnpaidOrders } from "~/domain/checkout/closeUnpaidOrders";
import { createManualOrder } from "~/domain/checkout/createManualOrder";
import { createUnpaidOrder } from "~/domain/checkout/createUnpaidOrder";
import { ManualOrderInput } from "~/domain/checkout/manualOrderInput";
import { clientOptions } from "~/domain/clients/clientOptions";
import type { ActorUser } from "~/domain/context";
import { Conflict, Invalid } from "~/domain/errors";
import { orderDetails } from "~/domain/orders/orderDetails";
import { paths } from "~/paths";
import { openDb } from "~db/client.server";
import {
  history,
  intakeFields,
  invoices,
  notifications,
  orderCounters,
  orderItems,
  orders,
  outbox,
  type packages,
  type services,
  users,
} from "~db/schema";
import { beforeBatch } from "../support/beforeBatch";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aService, aStaffMember } from "../support/factories";
import { failingBinding } from "../support/failingDatabase";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

const DAY = 86_400_000;

let database: TestDatabase;
let member: ActorUser;
let client: ActorUser;
let service: typeof services.$inferSelect;
let bought: (typeof packages.$inferSelect)[];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  const { db } = database;
  member = await aStaffMember(db, { privileges: "Manager" });
  client = await aCustomer(db, { firstName: "Cleo", lastName: "Müller", city: "Austin", country: "India" });
  ({ service, packages: bought } = await aService(
    db,
    { serviceType: "CUSTOM", subStatuses: [{ name: "Research", sequence: 0 }] as never },
    [{ addOns: [{ value: "Rush", price: 20_00, defaultOption: false }] as never }, {}],
  ));
});

let forms = 0;
const form = (values: object = {}) =>
  ManualOrderInput.parse({
    checkoutKey: `manual-form-${++forms}`,
    clientId: client.id,
    serviceId: service.id,
    packageCounts: [
      { packageId: bought[0]!.id, count: 10, addOn: "Rush" },
      { packageId: bought[1]!.id, count: 0 },
    ],
    paidDate: "2026-11-10",
    transactionDetails: "Wire 4711",
    totalPrice: 1080_00,
    ...values,
  });
const ctxOf = (user: ActorUser) => testContext(database.db, actingAs(user));
const all = () => database.db.select().from(orders);

test("creates a paid order with all records of a payment", async () => {
  const { id } = await createManualOrder(ctxOf(member), form());
  const [order] = await all();
  expect(order).toMatchObject({
    id,
    number: 10_001,
    clientId: client.id,
    serviceName: service.name,
    paymentType: "MANUAL",
    account: "custom",
    status: "Active",
    payState: "paid",
    subtotal: 1200_00,
    total: 1080_00,
    paidAt: Date.UTC(2026, 10, 10),
    createdAt: TEST_NOW,
    createdBy: member.id,
    transactionDetails: "Wire 4711",
    subscriptionId: null,
    subStatuses: [{ name: "Research", sequence: 0, completed: false }],
  });
  const { db } = database;
  expect(await db.select().from(orderItems)).toMatchObject([
    { orderId: id, quantity: 10, addOn: "Rush", unitPrice: 120_00, tierPercent: 10, lineTotal: 1080_00 },
  ]);
  expect(await db.select().from(invoices)).toMatchObject([
    {
      orderId: id,
      number: 1001,
      account: "custom",
      issuer: "IN",
      charged: 1080_00,
      transactionId: "Wire 4711",
      paidAt: Date.UTC(2026, 10, 10),
    },
  ]);
  expect((await db.select().from(history)).map((row) => [row.action, row.actorId])).toEqual([
    ["created", member.id],
    ["paid", member.id],
  ]);
  expect((await db.select().from(history))[1]!.changes).toEqual([
    { field: "payState", before: "unpaid", after: "paid" },
    { field: "transactionId", before: null, after: "Wire 4711" },
  ]);
  // The member who created it gets no notification of it.
  expect((await db.select().from(notifications)).map((row) => row.userId)).toEqual([client.id]);
  expect((await db.select().from(outbox)).filter((row) => row.kind === "email")).toHaveLength(1);
  expect(await db.select().from(orderCounters).where(eq(orderCounters.scope, "all"))).toMatchObject([
    { status: "Active", count: 1 },
  ]);
  expect((await db.select().from(users).where(eq(users.id, client.id)).get())!.userStatus).toBe("ACTIVE");
});

test("requires the client's inputs when intake is mandatory", async () => {
  await database.db
    .insert(intakeFields)
    .values({ id: "f", serviceId: service.id, name: "URL", itemType: "TEXT", mandatory: true, sequence: 0 });
  await createManualOrder(ctxOf(member), form());
  expect((await all())[0]).toMatchObject({ status: "Inputs_Required", payState: "paid" });
});

test("repeated and concurrent posts of one form create one order", async () => {
  const posted = form();
  const first = await createManualOrder(ctxOf(member), posted);
  expect(await createManualOrder(ctxOf(member), posted)).toEqual(first);
  const concurrent = form();
  const created = await Promise.all(Array.from({ length: 20 }, () => createManualOrder(ctxOf(member), concurrent)));
  expect(new Set(created.map((order) => order.id)).size).toBe(1);
  await Promise.all([1, 2, 3, 4].map(() => createManualOrder(ctxOf(member), form())));
  expect((await all()).map((order) => order.number).sort()).toEqual([10_001, 10_002, 10_003, 10_004, 10_005, 10_006]);
  expect(await database.db.select().from(invoices)).toHaveLength(6);
  const other = await aStaffMember(database.db);
  await expect(createManualOrder(ctxOf(other), posted)).rejects.toThrow("Please reload the page and try again.");
});

test("rejects different input under a used form key", async () => {
  const posted = form();
  await createManualOrder(ctxOf(member), posted);
  const other = await aCustomer(database.db);
  for (const change of [{ clientId: other.id }, { paidDate: TEST_NOW - DAY }, { transactionDetails: "Wire 4712" }])
    await expect(createManualOrder(ctxOf(member), { ...posted, ...change })).rejects.toThrow(
      "Order 10001 was already created with this form. Reload the page to create another one.",
    );
  expect(await all()).toHaveLength(1);
});

const unpaidForm = (values: object = {}) => {
  const { paidDate: _paid, transactionDetails: _details, ...input } = form(values);
  return input;
};

test("an unpaid order waits, mails a link to pay and is paid once", async () => {
  const ctx = ctxOf(member);
  const input = unpaidForm();
  const [{ id }, again] = await Promise.all([createUnpaidOrder(ctx, input), createUnpaidOrder(ctx, input)]);
  expect(again.id).toBe(id);
  expect(await all()).toMatchObject([
    { id, status: "Abandoned_Checkout", payState: "unpaid", paymentType: "DIRECT", total: 1080_00, paidAt: null },
  ]);
  expect(await database.db.select().from(invoices)).toEqual([]);
  const mails = await database.db
    .select()
    .from(outbox)
    .where(eq(outbox.dedupeKey, `email:order.unpaid:${id}`));
  expect(mails).toHaveLength(1);
  expect(JSON.stringify(mails[0]!.payload)).toContain(paths.orderPay(id));
  await expect(createUnpaidOrder(ctx, { ...input, totalPrice: 1 })).rejects.toThrow(Conflict);
  await expect(createUnpaidOrder(ctxOf(client), unpaidForm())).rejects.toThrow("You are not allowed");
  await expect(createUnpaidOrder(ctx, unpaidForm({ totalPrice: 5 }))).rejects.toThrow("The price has changed");

  // A client's own order is closed after a day; this one waits for weeks.
  const later = testContext(database.db, { kind: "system", name: "Billing" }, { now: TEST_NOW + 30 * DAY });
  await closeUnpaidOrders(later, (error) => {
    throw error;
  });
  expect(await all()).toMatchObject([{ status: "Abandoned_Checkout" }]);
  expect(await orderDetails(ctxOf(client), id)).toMatchObject({ payable: true, requested: true });
});

test("numbers 20 concurrent orders without duplicates", async () => {
  await Promise.all(Array.from({ length: 20 }, () => createManualOrder(ctxOf(member), form())));
  expect(new Set((await all()).map((order) => order.number)).size).toBe(20);
});

test("rejects a package deleted while the order is created", async () => {
  const ctx = ctxOf(member);
  const overtakenCtx = beforeBatch(ctx, 3, () => deletePackage(ctx, { serviceId: service.id, id: bought[0]!.id }));
  await expect(createManualOrder(overtakenCtx, form())).rejects.toThrow(Conflict);
  expect(await all()).toEqual([]);
});

test("the form reports every invalid field", () => {
  const messagesOf = (values: object) => {
    const parsed = ManualOrderInput.safeParse({ checkoutKey: "manual-form-0", totalPrice: 0, ...values });
    return parsed.success
      ? {}
      : Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]));
  };
  const right = { clientId: "c", serviceId: "s", paidDate: "2026-11-10", transactionDetails: "x" };
  expect(messagesOf(right)).toEqual({});
  for (const missing of [undefined, "", "   "])
    expect(
      messagesOf({ clientId: missing, serviceId: missing, paidDate: missing, transactionDetails: missing }),
    ).toEqual({
      clientId: "Select a client",
      serviceId: "Select a service",
      paidDate: "Paid date is required",
      transactionDetails: "Transaction details are required",
    });
  for (const paidDate of ["yesterday", "2026-02-31", "2026-11-10T25:00:00Z", "10/11/2026"])
    expect(messagesOf({ ...right, paidDate })).toEqual({ paidDate: "Enter a valid paid date" });
  expect(messagesOf({ ...right, paidDate: "0026-11-10" })).toEqual({
    paidDate: "Write the year with four digits, such as 2026",
  });
  expect(messagesOf({ ...right, transactionDetails: "x".repeat(501) })).toEqual({
    transactionDetails: "Use 500 characters or fewer for the transaction details",
  });
  for (const count of [-1, 1.5, 100_001])
    expect(Object.keys(messagesOf({ ...right, packageCounts: [{ packageId: "p", count }] }))).toEqual([
      "packageCounts.0.count",
    ]);
  expect(messagesOf({ ...right, packageCounts: [{ packageId: "p" }] })).toEqual({});
});

test("rejects what cannot be ordered with a field error", async () => {
  const deleted = await aCustomer(database.db, { deletedAt: TEST_NOW });
  const archived = await aService(database.db, { archivedAt: TEST_NOW });
  const refused: [object, string, string | undefined][] = [
    [{ clientId: "nobody" }, "Select a client", "clientId"],
    [{ clientId: member.id }, "Select a client", "clientId"],
    [{ clientId: deleted.id }, "Select a client", "clientId"],
    [{ serviceId: "nothing" }, "Select a service", "serviceId"],
    [{ serviceId: archived.service.id }, "Select a service", "serviceId"],
    [{ packageCounts: [] }, "Please choose a quantity of at least one package", "packageCounts"],
    [
      { packageCounts: [{ packageId: archived.packages[0]!.id, count: 1 }] },
      "This package is not available",
      "packageCounts",
    ],
    [
      { packageCounts: [{ packageId: bought[0]!.id, count: 1, addOn: "Gold" }] },
      "This add-on is not available",
      "packageCounts",
    ],
    [{ paidDate: new Date(TEST_NOW + 2 * DAY).toISOString() }, "Paid date cannot be in the future", "paidDate"],
  ];
  for (const [values, message, field] of refused) {
    const error = await createManualOrder(ctxOf(member), form(values)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Invalid);
    expect((error as Invalid).fieldErrors).toEqual({ [field!]: [message] });
  }
  const changed = await createManualOrder(ctxOf(member), form({ totalPrice: 1 })).catch((thrown: unknown) => thrown);
  expect(changed).toBeInstanceOf(Conflict);
  expect((changed as Conflict).details).toEqual({ totalPrice: 1080_00 });
  await expect(createManualOrder(ctxOf(client), form())).rejects.toThrow("You are not allowed");
  expect(await all()).toEqual([]);
});

test("creating is idempotent after a database fault at any statement", async () => {
  for (let k = 1, reached = true; reached; k++) {
    const posted = form();
    const failing = failingBinding(database.binding, k);
    await createManualOrder(testContext(openDb(failing.binding), actingAs(member)), posted).catch(() => null);
    reached = failing.reached();
    const rows = await database.db.select().from(orders).where(eq(orders.checkoutKey, posted.checkoutKey));
    const { id } = await createManualOrder(ctxOf(member), posted);
    if (rows[0]) expect(rows[0].id, `statement ${k}`).toBe(id);
    expect(await database.db.select().from(orders).where(eq(orders.checkoutKey, posted.checkoutKey))).toMatchObject([
      { payState: "paid" },
    ]);
    expect(await database.db.select().from(invoices).where(eq(invoices.orderId, id)), `statement ${k}`).toHaveLength(1);
    expect(
      await database.db.select().from(orderItems).where(eq(orderItems.orderId, id)),
      `statement ${k}`,
    ).toHaveLength(1);
  }
  expect(await all()).toHaveLength(
    await database.db
      .select()
      .from(invoices)
      .then((rows) => rows.length),
  );
}, 240_000);

test("searches customers by folded name or email, at most 20", async () => {
  const ctx = ctxOf(member);
  const option = {
    id: client.id,
    name: "Cleo Müller",
    email: client.email,
    address: expect.objectContaining({ city: "Austin", country: "India" }),
  };
  for (const text of ["muller", "CLEO MÜ", "eo mu", client.email.slice(0, 8)])
    expect(await clientOptions(ctx, text)).toContainEqual(option);
  for (const text of ["", "c", " m ", "%", "__", "x".repeat(250)]) expect(await clientOptions(ctx, text)).toEqual([]);
  expect(await clientOptions(ctx, member.email)).toEqual([]);
  await aCustomer(database.db, { firstName: "Cleo", deletedAt: TEST_NOW });
  expect(await clientOptions(ctx, "cleo")).toEqual([option]);
  for (let n = 0; n < 25; n++) await aCustomer(database.db, { firstName: "Many" });
  expect(await clientOptions(ctx, "many")).toHaveLength(20);
  await expect(clientOptions(ctxOf(client), "cleo")).rejects.toThrow("You are not allowed");
});
