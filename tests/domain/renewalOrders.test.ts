import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renewDue } from "~/domain/billing/renewDue";
import { deliverOutbox } from "~/domain/outbox/deliverOutbox";
import { subscriptionOfCardLink } from "~/domain/renewals/cardLink";
import { decodeId } from "~/paths";
import { openDb } from "~db/client.server";
import { intakeFields, orderEntries, orderItems, orders, outbox, subscriptions, uploads, users } from "~db/schema";
import { cheapPayments } from "../support/cheapPayments";
import { openTestDatabase } from "../support/database";
import { aCustomer, aService, aStaffMember } from "../support/factories";
import { failingBinding } from "../support/failingDatabase";
import { aStoredSubscription, DAY, MINUTE, renewalTraces } from "../support/renewals";
import { actingSystem, memoryFiles, TEST_NOW, testContext } from "../support/testContext";
import { isGate } from "../support/tier";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

const provider = cheapPayments(() => 0.5);
const due = (
  values: Partial<Parameters<typeof aStoredSubscription>[1]> = {},
  sold?: Awaited<ReturnType<typeof aService>>,
) =>
  aStoredSubscription(
    database.db,
    {
      startedAt: TEST_NOW - 31 * DAY,
      nextPayment: TEST_NOW - MINUTE,
      customerId: "cus_1",
      paymentMethodId: "pm_good",
      ...values,
    },
    sold,
  );
const fail = (error: unknown) => {
  throw error;
};
const system = (overrides = {}) =>
  testContext(database.db, actingSystem, { payments: provider.payments, ...overrides });

const KEY = (letter: string) => letter.repeat(32);

test("copies packages, answers and the frozen amount to the renewal", async () => {
  const { db } = database;
  const files = memoryFiles();
  const sold = await aService(db, { subStatuses: [{ name: "Research", sequence: 1 }] as never });
  const [field, upload] = await db
    .insert(intakeFields)
    .values([
      { id: "field-1", serviceId: sold.service.id, name: "Site", itemType: "TEXT", mandatory: true, sequence: 1 },
      {
        id: "field-2",
        serviceId: sold.service.id,
        name: "Brief",
        itemType: "FILE_UPLOAD",
        mandatory: true,
        sequence: 2,
      },
    ] as never)
    .returning();
  const { id, order, client } = await due({ renewalAmount: 150_00 }, sold);
  await db
    .update(orders)
    .set({
      couponCode: "TEN",
      total: 90_00,
      status: "Completed",
      cancelReason: "no",
      notes: "secret",
      assignedToId: null,
    })
    .where(eq(orders.id, order.id));
  await db
    .update(orderItems)
    .set({ addOn: "Express", quantity: 3, tierPercent: 5 })
    .where(eq(orderItems.orderId, order.id));
  const stored = { kind: "projectFile", fileName: "brief.pdf", contentType: "application/pdf", size: 3, createdAt: 1 };
  await db
    .insert(uploads)
    .values({ ...stored, key: KEY("a"), storedAt: 1, attachedTo: `order:${order.id}`, ownerId: client.id });
  await files.put(KEY("a"), new TextEncoder().encode("pdf"), "application/pdf", false);
  const common = { mandatory: true, placeHolder: "", helpText: "" };
  await db.insert(orderEntries).values({
    id: "entry-1",
    orderId: order.id,
    packageId: sold.packages[0]!.id,
    role: "CUSTOMER",
    createdById: client.id,
    items: [
      { ...common, id: field!.id, name: "Site", itemType: "TEXT", sequence: 1, value: "example.com" },
      { ...common, id: upload!.id, name: "Brief", itemType: "FILE_UPLOAD", sequence: 2, value: `/files/${KEY("a")}` },
    ],
    createdAt: 1,
  });
  expect(await renewDue(system({ files }), fail)).toEqual({ done: 1, failed: 0 });
  const { renewed } = await renewalTraces(db, id);
  expect(renewed).toMatchObject([
    {
      total: 150_00,
      tieredTotal: 150_00,
      couponCode: null,
      status: "Active",
      notes: "",
      cancelReason: null,
      subStatuses: [{ name: "Research", sequence: 1, completed: false }],
    },
  ]);
  const renewal = renewed[0]!;
  expect(await db.select().from(orderItems).where(eq(orderItems.orderId, renewal.id))).toMatchObject([
    { packageId: sold.packages[0]!.id, addOn: "Express", quantity: 3, tierPercent: 5, unitPrice: 100_00 },
  ]);
  const [entry] = await db.select().from(orderEntries).where(eq(orderEntries.orderId, renewal.id));
  expect(entry).toMatchObject({ role: "CUSTOMER", createdById: client.id, version: 1 });
  expect(entry!.items[0]!.value).toBe("example.com");
  const key = String(entry!.items[1]!.value).replace("/files/", "");
  expect(key).not.toBe(KEY("a"));
  expect(new TextDecoder().decode(files.objects.get(key))).toBe("pdf");
  expect(
    await db
      .select()
      .from(uploads)
      .where(inArray(uploads.key, [key, KEY("a")])),
  ).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key, attachedTo: `order:${renewal.id}`, fileName: "brief.pdf" }),
      expect.objectContaining({ key: KEY("a"), attachedTo: `order:${order.id}` }),
    ]),
  );
});

test("waits for mandatory answers and does not copy a moved order's", async () => {
  const { db } = database;
  const sold = await aService(db);
  await db.insert(intakeFields).values({
    id: "field-3",
    serviceId: sold.service.id,
    name: "Site",
    itemType: "TEXT",
    mandatory: true,
    sequence: 1,
  } as never);
  const { id, order } = await due({}, sold);
  const other = await aCustomer(db);
  await db.update(orders).set({ clientId: other.id }).where(eq(orders.id, order.id));
  await db.insert(orderEntries).values({
    id: "entry-3",
    orderId: order.id,
    packageId: sold.packages[0]!.id,
    role: "CUSTOMER",
    createdById: other.id,
    items: [{ id: "field-3", name: "Site", itemType: "TEXT", value: "the other client's" }] as never,
    createdAt: 1,
  });
  await renewDue(system(), fail);
  const { renewed, subscription } = await renewalTraces(db, id);
  expect(renewed).toMatchObject([{ clientId: subscription.clientId, status: "Inputs_Required" }]);
  expect(await db.select().from(orderEntries).where(eq(orderEntries.orderId, renewed[0]!.id))).toEqual([]);
});

test("keeps the assignee unless they left the team", async () => {
  const { db } = database;
  const [member, formerMember] = [await aStaffMember(db), await aStaffMember(db)];
  await db.update(users).set({ deletedAt: TEST_NOW }).where(eq(users.id, formerMember.id));
  for (const [before, after] of [
    [member.id, member.id],
    [formerMember.id, null],
  ] as const) {
    const { id, order } = await due();
    await db.update(orders).set({ assignedToId: before }).where(eq(orders.id, order.id));
    await renewDue(system(), fail);
    expect((await renewalTraces(db, id)).renewed.map(({ assignedToId }) => assignedToId)).toEqual([after]);
  }
});

/** The gate breaks every third statement. */
const STATEMENTS = isGate ? 3 : 1;

test("renews once after a database fault at any statement", async () => {
  for (let k = 1, reached = true; reached; k += STATEMENTS) {
    const { id } = await due();
    const failing = failingBinding(database.binding, k);
    const now = TEST_NOW + k * DAY;
    await renewDue(system({ db: openDb(failing.binding), now }), () => {}).catch(() => null);
    reached = failing.reached();
    const traces = await renewalTraces(database.db, id);
    const paid = traces.subscription.currentCycle === 2 ? 1 : 0;
    expect(traces, `statement ${k}`).toMatchObject({
      steps: paid,
      receipts: paid ? [1] : [],
      invoices: paid ? [1] : [],
      cycles: traces.cycles.length ? [{ state: paid ? "paid" : "open" }] : [],
    });
    expect(traces.renewed).toHaveLength(paid);
    await renewDue(system({ now: now + 11 * MINUTE }), fail);
    expect(await renewalTraces(database.db, id), `statement ${k}`).toMatchObject({
      subscription: { currentCycle: 2 },
      steps: 1,
      receipts: [1],
      invoices: [1],
      buyerTold: [1],
    });
    expect(provider.charges.filter((charge) => charge.subscriptionId === id)).toHaveLength(1);
    await database.db.update(subscriptions).set({ status: "Cancelled" }).where(eq(subscriptions.id, id));
  }
}, 180_000);

test("a failed renewal's link opens one card page once within 30 days", async () => {
  const { db } = database;
  await aStaffMember(db);
  const { id, client, subscription } = await due({ paymentMethodId: "pm_declined" });
  await renewDue(system(), fail);
  const sent: { to: string; subject: string; text: string }[] = [];
  const transports = {
    sendMail: async (mail: never) => void sent.push(mail),
    push: async () => {},
  };
  await deliverOutbox(system({ now: TEST_NOW + MINUTE }), transports);
  const mail = sent.find((mail) => mail.subject === `Your payment for ${subscription.serviceName} failed`)!;
  expect(mail.to).toBe(client.email);
  expect(mail.text).toContain("We could not charge $100.00 to your card for the renewal");
  const path = /http:\/\/localhost:8788\/card\/(\S+)/.exec(mail.text)![1]!;
  const [encodedId, generation, expiresAt, mac] = path.split("/") as [string, string, string, string];
  const link = {
    subscriptionId: decodeId(encodedId)!,
    cardGeneration: Number(generation),
    expiresAt: Number(expiresAt),
    mac,
  };
  expect(JSON.stringify(await db.select().from(outbox))).not.toContain(mac);
  expect(await subscriptionOfCardLink(system(), link)).toMatchObject({ id });
  const { id: another } = await due();
  for (const wrong of [
    { ...link, mac: `${mac.slice(0, -1)}x` },
    { ...link, subscriptionId: another },
    { ...link, expiresAt: link.expiresAt + 1 },
    { ...link, cardGeneration: 2 },
    { ...link, expiresAt: Number.NaN },
  ])
    expect(await subscriptionOfCardLink(system(), wrong)).toBeNull();
  expect(await subscriptionOfCardLink(system({ now: TEST_NOW + 31 * DAY }), link)).toBeNull();
  // Saving a card invalidates the link.
  await db.update(subscriptions).set({ cardGeneration: 2 }).where(eq(subscriptions.id, id));
  expect(await subscriptionOfCardLink(system(), link)).toBeNull();
});
