import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor, ActorUser } from "~/domain/context";
import { Forbidden, Invalid, NotFound, Unauthenticated } from "~/domain/errors";
import { findMessages } from "~/domain/orders/findMessages";
import { importedMessages as readImported } from "~/domain/orders/importedMessages";
import { importMigratedOrder } from "~/domain/orders/importMigratedOrder";
import { MigratedOrderInput } from "~/domain/orders/migratedOrderInput";
import { orderDetails } from "~/domain/orders/orderDetails";
import type { MessageThread } from "~/domain/orders/orderWork";
import { sendMessage } from "~/domain/orders/sendMessage";
import { openDb } from "~db/client.server";
import { countStatements, type StatementCount } from "~db/countStatements.server";
import { importedMessages, notifications, orderItems, orderMessages, orders, outbox } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { actingAs, actingSystem, anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let customer: ActorUser;
let other: ActorUser;
let member: ActorUser;
let colleague: ActorUser;
let order: typeof orders.$inferSelect;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.clear();
  const { db } = database;
  customer = await aCustomer(db, { firstName: "Cleo" });
  other = await aCustomer(db, { firstName: "Otto" });
  member = await aStaffMember(db, { firstName: "Mia", privileges: "Manager" });
  colleague = await aStaffMember(db, { firstName: "Noor", privileges: "Admin" });
  order = await anOrder(db, { clientId: customer.id, assignedToId: member.id });
});
afterAll(() => database.dispose());

const as = (actor: Actor | ActorUser, now = TEST_NOW) =>
  testContext(database.db, "kind" in actor ? actor : actingAs(actor), { now });
const write = (who: ActorUser, thread: MessageThread, body: string, now = TEST_NOW, key?: string) =>
  sendMessage(as(who, now), { orderId: order.id, thread, body, key });
const read = async (who: ActorUser, thread: MessageThread = "Customer") =>
  (await findMessages(as(who), { orderId: order.id, thread })).map(({ fromName, body }) => [fromName, body]);
const told = async () =>
  (await database.db.select().from(notifications).orderBy(asc(notifications.createdAt), asc(notifications.id))).map(
    (row) => [row.userId, row.description],
  );

test("both sides talk in the customer's thread, oldest first, with formatted words", async () => {
  await write(customer, "Customer", "Could you add **two** links?\n\n- one\n- two", TEST_NOW);
  await write(member, "Customer", "Of course.", TEST_NOW + 1);
  const expected = [
    ["Cleo Example", "<p>Could you add <strong>two</strong> links?</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>"],
    ["Mia Example", "<p>Of course.</p>"],
  ];
  expect(await read(customer)).toEqual(expected);
  expect(await read(member)).toEqual(expected);
  expect((await findMessages(as(customer), { orderId: order.id, thread: "Customer" })).map((one) => one.own)).toEqual([
    true,
    false,
  ]);
});

test("a customer of many orders reads a thread for what stands in it", async () => {
  await write(customer, "Customer", "Hello");
  await write(member, "Customer", "Good morning", TEST_NOW + 1);
  const { service } = await aService(database.db);
  await database.binding
    .prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 500)
      insert into orders (id, number, service_id, service_name, client_id, billing, status, sub_statuses, payment_type,
        account, order_duration, frequency, subtotal, tiered_total, total, source, created_by, created_at)
      select printf('O%025d', i), 500000 + i, ?1, 'Service', ?2, '{}', 'Working', '[]', 'DIRECT', 'regular', 1, 'MONTH',
        100, 100, 100, '{}', 'test', i from n`,
    )
    .bind(service.id, customer.id)
    .run();
  const count: StatementCount = { statements: 0, roundTrips: 0, rowsRead: 0 };
  const counted = testContext(openDb(countStatements(database.binding, count)), actingAs(customer));
  expect(await findMessages(counted, { orderId: order.id, thread: "Customer" })).toHaveLength(2);
  expect(count.rowsRead).toBeLessThan(20);
});

test("the Admin thread is the team's alone, to read and to write", async () => {
  await write(member, "Admin", "Margin is thin here");
  expect(await read(colleague, "Admin")).toEqual([["Mia Example", "<p>Margin is thin here</p>"]]);
  expect(await read(customer)).toEqual([]);
  await expect(read(customer, "Admin")).rejects.toThrow(Forbidden);
  await expect(write(customer, "Admin", "Let me in")).rejects.toThrow(Forbidden);
  const asCustomer: Actor = { kind: "impersonated", user: customer, adminId: member.id, sessionId: "s" };
  await expect(findMessages(as(asCustomer), { orderId: order.id, thread: "Admin" })).rejects.toThrow(Forbidden);
  expect(await database.db.select().from(orderMessages)).toHaveLength(1);
});

test.each(["Customer", "Admin"] as const)("strangers find no order behind its %s thread", async (thread) => {
  await write(member, thread, "Hello");
  const asked = { orderId: order.id, thread };
  const refusal = thread === "Admin" ? Forbidden : NotFound;
  await expect(findMessages(as(other), asked)).rejects.toThrow(refusal);
  await expect(sendMessage(as(other), { ...asked, body: "Hi" })).rejects.toThrow(refusal);
  await expect(findMessages(as(anonymous), asked)).rejects.toThrow(Unauthenticated);
  await expect(sendMessage(as(anonymous), { ...asked, body: "Hi" })).rejects.toThrow(Unauthenticated);
  await expect(sendMessage(as(member), { ...asked, orderId: "nothing", body: "Hi" })).rejects.toThrow(NotFound);
  expect(await database.db.select().from(orderMessages)).toHaveLength(1);
});

test("who is told: the assignee of a client, customer and assignee of the team, never the author", async () => {
  await write(customer, "Customer", "A question", TEST_NOW);
  await write(colleague, "Customer", "An answer", TEST_NOW + 1);
  await write(member, "Customer", "And another", TEST_NOW + 2);
  const text = `New message on order ${order.number}`;
  const expected = [
    [member.id, text],
    [customer.id, text],
    [member.id, text],
    [customer.id, text],
  ];
  expect((await told()).sort()).toEqual(expected.sort());
});

test("without an assignee every staff member hears of a client; the team's thread stays in the team", async () => {
  await database.db.update(orders).set({ assignedToId: null }).where(eq(orders.id, order.id));
  await write(customer, "Customer", "Anybody there?");
  expect((await told()).map(([id]) => id).sort()).toEqual([member.id, colleague.id].sort());
  await database.db.delete(notifications);
  await write(member, "Admin", "First");
  expect(await told()).toEqual([]);
  await write(colleague, "Admin", "Second", TEST_NOW + 1);
  expect(await told()).toEqual([[member.id, `New internal message on order ${order.number}`]]);
});

test("pages that show the order are told at once; the customer's never of the team's thread", async () => {
  const [ours, theirs] = [as(member), as(member)];
  await sendMessage(ours, { orderId: order.id, thread: "Customer", body: "Hello" });
  await sendMessage(theirs, { orderId: order.id, thread: "Admin", body: "Psst" });
  await Promise.all([ours.settled(), theirs.settled()]);
  expect(ours.readers().sort()).toEqual([customer.id, member.id, colleague.id].sort());
  expect(theirs.readers().sort()).toEqual([member.id, colleague.id].sort());
  expect([ours.announced(), theirs.announced()]).toEqual([1, 1]);
});

test("a form posted again adds nothing and tells nobody; other words from it are another message", async () => {
  const key = "form-of-the-page";
  const posts = await Promise.all(Array.from({ length: 8 }, () => write(customer, "Customer", "Once", TEST_NOW, key)));
  expect(new Set(posts.map((post) => post.id)).size).toBe(1);
  expect(await read(customer)).toHaveLength(1);
  expect(await told()).toHaveLength(1);
  const waiting = await database.db.select().from(outbox);
  expect(waiting.map(({ kind }) => kind).sort()).toEqual(["noticeMail", "push"]);
  await write(customer, "Customer", "Edited", TEST_NOW + 1, key);
  // Another person's key is their own.
  await write(member, "Customer", "Once", TEST_NOW + 2, key);
  expect(await read(customer)).toHaveLength(3);
});

test.each([
  ["**", "<p>**</p>"],
  ["<script>alert(1)</script>", null],
  ["&nbsp;", null],
  ["<p></p>", null],
  ["<img src=x onerror=alert(1)>", null],
])("%j: words are kept, everything else is no message", async (body, html) => {
  if (html === null) await expect(write(customer, "Customer", body)).rejects.toThrow(Invalid);
  else expect((await write(customer, "Customer", body)).body).toBe(html);
});

test("an admin who writes as the customer is named to the team alone", async () => {
  const asCustomer: Actor = { kind: "impersonated", user: customer, adminId: colleague.id, sessionId: "s" };
  await sendMessage(as(asCustomer), { orderId: order.id, thread: "Customer", body: "Written for her" });
  const readBy = async (who: ActorUser) => (await findMessages(as(who), { orderId: order.id, thread: "Customer" }))[0];
  const [seen, known] = [await readBy(customer), await readBy(member)];
  expect([seen!.fromName, seen!.realFromName]).toEqual(["Cleo Example", null]);
  expect([known!.fromName, known!.realFromName]).toEqual(["Cleo Example", "Noor Example"]);
});

test("a migrated order comes once, paid, with its old messages, and is announced to nobody", async () => {
  const { service, packages } = await aService(database.db, { name: "Link Building" });
  const input = MigratedOrderInput.parse({
    sourceId: "old-1",
    clientId: customer.id,
    serviceId: service.id,
    status: "Completed",
    items: [{ packageId: packages[0]!.id, quantity: 2, unitPrice: 90_00 }],
    createdAt: TEST_NOW - 1000,
    messages: [
      { fromName: "Old Desk", body: "<p>Welcome <script>x()</script></p>", createdAt: TEST_NOW - 900 },
      { fromName: "Cleo", body: "Thanks", createdAt: TEST_NOW - 800 },
    ],
  });
  await expect(importMigratedOrder(as(member), input)).rejects.toThrow(Forbidden);
  const ids = await Promise.all(Array.from({ length: 3 }, () => importMigratedOrder(as(actingSystem), input)));
  expect(new Set(ids).size).toBe(1);
  const id = ids[0]!;
  const stored = await orderDetails(as(customer), id);
  expect(stored).toMatchObject({
    migrated: true,
    status: "Completed",
    total: 180_00,
    payState: "paid",
    payable: false,
  });
  expect(await database.db.select().from(orderItems).where(eq(orderItems.orderId, id))).toHaveLength(1);
  expect((await readImported(as(customer), id)).map(({ fromName, body }) => [fromName, body])).toEqual([
    ["Old Desk", "<p>Welcome </p>"],
    ["Cleo", "<p>Thanks</p>"],
  ]);
  await expect(readImported(as(other), id)).rejects.toThrow(NotFound);
  expect(await readImported(as(customer), order.id)).toEqual([]);
  expect(await told()).toEqual([]);
  const elsewhere = await aService(database.db);
  const wrong = { ...input, sourceId: "old-2", serviceId: elsewhere.service.id };
  await expect(importMigratedOrder(as(actingSystem), wrong)).rejects.toThrow(Invalid);
  expect(await database.db.select().from(importedMessages)).toHaveLength(2);
});
