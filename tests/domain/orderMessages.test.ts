import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { importMigratedOrder } from "~/domain/checkout/importMigratedOrder";
import { MigratedOrderInput } from "~/domain/checkout/migratedOrderInput";
import type { Actor, ActorUser } from "~/domain/context";
import { Forbidden, Invalid, NotFound, Unauthenticated } from "~/domain/errors";
import { findMessages } from "~/domain/messages/findMessages";
import { importedMessages as readImported } from "~/domain/messages/importedMessages";
import type { MessageThread } from "~/domain/messages/messageThreads";
import { sendMessage } from "~/domain/messages/sendMessage";
import { findNotifications } from "~/domain/notifications/findNotifications";
import { notificationTarget } from "~/domain/notifications/notificationTarget";
import { orderDetails } from "~/domain/orders/orderDetails";
import { paths } from "~/paths";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
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
const notices = async () =>
  (await database.db.select().from(notifications).orderBy(asc(notifications.createdAt), asc(notifications.id))).map(
    (row) => [row.userId, row.description],
  );

test("shows both sides' formatted messages, oldest first", async () => {
  await write(customer, "Customer", "Could you add **two** links?\n\n- one\n- two", TEST_NOW);
  await write(member, "Customer", "Of course.", TEST_NOW + 1);
  const expected = [
    ["Cleo Example", "<p>Could you add <strong>two</strong> links?</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>"],
    ["Mia Example", "<p>Of course.</p>"],
  ];
  expect(await read(customer)).toEqual(expected);
  expect(await read(member)).toEqual(expected);
  expect(
    (await findMessages(as(customer), { orderId: order.id, thread: "Customer" })).map((message) => message.own),
  ).toEqual([true, false]);
});

test("reads only the thread's rows for a customer with many orders", async () => {
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
  const count = newStatementCount();
  const counted = testContext(openDb(countStatements(database.binding, count)), actingAs(customer));
  expect(await findMessages(counted, { orderId: order.id, thread: "Customer" })).toHaveLength(2);
  expect(count.rowsRead).toBeLessThan(20);
});

test("only staff read and write the Admin thread", async () => {
  await write(member, "Admin", "Margin is thin here");
  expect(await read(colleague, "Admin")).toEqual([["Mia Example", "<p>Margin is thin here</p>"]]);
  expect(await read(customer)).toEqual([]);
  await expect(read(customer, "Admin")).rejects.toThrow(Forbidden);
  await expect(write(customer, "Admin", "Let me in")).rejects.toThrow(Forbidden);
  const asCustomer: Actor = { kind: "impersonated", user: customer, adminId: member.id, sessionId: "s" };
  await expect(findMessages(as(asCustomer), { orderId: order.id, thread: "Admin" })).rejects.toThrow(Forbidden);
  expect(await database.db.select().from(orderMessages)).toHaveLength(1);
});

test.each(["Customer", "Admin"] as const)("refuses strangers the %s thread", async (thread) => {
  await write(member, thread, "Hello");
  const input = { orderId: order.id, thread };
  const refusal = thread === "Admin" ? Forbidden : NotFound;
  await expect(findMessages(as(other), input)).rejects.toThrow(refusal);
  await expect(sendMessage(as(other), { ...input, body: "Hi" })).rejects.toThrow(refusal);
  await expect(findMessages(as(anonymous), input)).rejects.toThrow(Unauthenticated);
  await expect(sendMessage(as(anonymous), { ...input, body: "Hi" })).rejects.toThrow(Unauthenticated);
  await expect(sendMessage(as(member), { ...input, orderId: "nothing", body: "Hi" })).rejects.toThrow(NotFound);
  expect(await database.db.select().from(orderMessages)).toHaveLength(1);
});

test("notifies the other side and the assignee, never the author", async () => {
  await write(customer, "Customer", "A question", TEST_NOW);
  await write(colleague, "Customer", "An answer", TEST_NOW + 1);
  await write(member, "Customer", "And another", TEST_NOW + 2);
  const text = (from: string, words: string) => `New message on order ${order.number} from ${from}: “${words}”`;
  const expected = [
    [member.id, text("Cleo Example", "A question")],
    [customer.id, text("Noor Example", "An answer")],
    [member.id, text("Noor Example", "An answer")],
    [customer.id, text("Mia Example", "And another")],
  ];
  expect((await notices()).sort()).toEqual(expected.sort());
});

test("notifies all staff of a client's message without an assignee", async () => {
  await database.db.update(orders).set({ assignedToId: null }).where(eq(orders.id, order.id));
  await write(customer, "Customer", "Anybody there?");
  expect((await notices()).map(([id]) => id).sort()).toEqual([member.id, colleague.id].sort());
  await database.db.delete(notifications);
  await write(member, "Admin", "First");
  expect(await notices()).toEqual([]);
  await write(colleague, "Admin", "Second", TEST_NOW + 1);
  expect(await notices()).toEqual([
    [member.id, `New internal message on order ${order.number} from Noor Example: “Second”`],
  ]);
});

test("a message's notification leads to its thread", async () => {
  await write(customer, "Customer", "A question", TEST_NOW);
  await write(colleague, "Admin", "Please answer", TEST_NOW + 1);
  await write(member, "Customer", "An answer", TEST_NOW + 2);
  const targets = async (who: ActorUser, staff: boolean) =>
    (await findNotifications(as(who))).map((one) => notificationTarget(one, staff));
  const page = paths.order(order.id);
  expect(await targets(member, true)).toEqual([`${page}?thread=admin#messages`, `${page}#messages`]);
  expect(await targets(customer, false)).toEqual([`${page}#messages`]);
});

test("pushes new messages to viewers, internal ones only to staff", async () => {
  const [customerThreadCtx, adminThreadCtx] = [as(member), as(member)];
  await sendMessage(customerThreadCtx, { orderId: order.id, thread: "Customer", body: "Hello" });
  await sendMessage(adminThreadCtx, { orderId: order.id, thread: "Admin", body: "Psst" });
  await Promise.all([customerThreadCtx.settled(), adminThreadCtx.settled()]);
  expect(customerThreadCtx.readers().sort()).toEqual([customer.id, member.id, colleague.id].sort());
  expect(adminThreadCtx.readers().sort()).toEqual([member.id, colleague.id].sort());
  expect([customerThreadCtx.announced(), adminThreadCtx.announced()]).toEqual([1, 1]);
});

test("sends a repeated form once, but edited text as a new message", async () => {
  const key = "form-of-the-page";
  const posts = await Promise.all(Array.from({ length: 8 }, () => write(customer, "Customer", "Once", TEST_NOW, key)));
  expect(new Set(posts.map((post) => post.id)).size).toBe(1);
  expect(await read(customer)).toHaveLength(1);
  expect(await notices()).toHaveLength(1);
  const queued = await database.db.select().from(outbox);
  expect(queued.map(({ kind }) => kind).sort()).toEqual(["noticeMail", "push"]);
  await write(customer, "Customer", "Edited", TEST_NOW + 1, key);
  // Keys are scoped to their author.
  await write(member, "Customer", "Once", TEST_NOW + 2, key);
  expect(await read(customer)).toHaveLength(3);
});

test.each([
  ["**", "<p>**</p>"],
  ["<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
  ["<p><script>alert(1)</script></p>", null],
  ["&nbsp;", null],
  ["<p></p>", null],
  ["<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"],
])("%j: keeps text and rejects messages without text", async (body, html) => {
  if (html === null) await expect(write(customer, "Customer", body)).rejects.toThrow(Invalid);
  else expect((await write(customer, "Customer", body)).body).toBe(html);
});

test("shows staff the admin behind an impersonated message", async () => {
  const asCustomer: Actor = { kind: "impersonated", user: customer, adminId: colleague.id, sessionId: "s" };
  await sendMessage(as(asCustomer), { orderId: order.id, thread: "Customer", body: "Written for her" });
  const readBy = async (who: ActorUser) => (await findMessages(as(who), { orderId: order.id, thread: "Customer" }))[0];
  const [seenByCustomer, seenByStaff] = [await readBy(customer), await readBy(member)];
  expect([seenByCustomer!.fromName, seenByCustomer!.realFromName]).toEqual(["Cleo Example", null]);
  expect([seenByStaff!.fromName, seenByStaff!.realFromName]).toEqual(["Cleo Example", "Noor Example"]);
});

test("imports a migrated order once, with messages and without notices", async () => {
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
  expect(await notices()).toEqual([]);
  const elsewhere = await aService(database.db);
  const wrong = { ...input, sourceId: "old-2", serviceId: elsewhere.service.id };
  await expect(importMigratedOrder(as(actingSystem), wrong)).rejects.toThrow(Invalid);
  expect(await database.db.select().from(importedMessages)).toHaveLength(2);
});
