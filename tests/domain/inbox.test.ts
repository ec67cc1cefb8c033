import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor, ActorUser } from "~/domain/context";
import { DAY_MS } from "~/domain/days";
import { requestChanges } from "~/domain/delivery/requestChanges";
import { Conflict, Forbidden, Invalid, NotFound, Unauthenticated } from "~/domain/errors";
import { changeThread } from "~/domain/messages/changeThread";
import { composerParts } from "~/domain/messages/composerParts";
import { fillSavedReply } from "~/domain/messages/fillSavedReply";
import { findInbox, readInboxPlace } from "~/domain/messages/findInbox";
import { saveDraft } from "~/domain/messages/messageDrafts";
import { newMessage } from "~/domain/messages/messageStatements";
import type { MessageThread } from "~/domain/messages/messageThreads";
import { openThread } from "~/domain/messages/openThread";
import { findSavedReplies } from "~/domain/messages/savedReplies";
import { SavedReplyInput } from "~/domain/messages/savedReplyInput";
import { deleteSavedReply, REPLY_NAME_TAKEN, saveSavedReply } from "~/domain/messages/saveSavedReply";
import { sendMessage } from "~/domain/messages/sendMessage";
import { threadStatements } from "~/domain/messages/threadStatements";
import type { InboxTab } from "~/domain/messages/threadStates";
import { atomicBatch, openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { messageDrafts, messageThreads, orderMessages, orderReports, orders, uploads } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

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
const write = (who: Actor | ActorUser, at: number, thread: MessageThread = "Customer", key?: string) =>
  sendMessage(as(who, TEST_NOW + at), { orderId: order.id, thread, body: `Message ${at}`, key });
const thread = async () =>
  (await database.db.select().from(messageThreads).where(eq(messageThreads.orderNumber, order.number)))[0];
const shown = async (tab: InboxTab, who = member, now = TEST_NOW + 1000) =>
  (await findInbox(as(who, now), { tab, after: null })).threads.map(({ orderId }) => orderId);
const tabsOf = async (orderId = order.id, now = TEST_NOW + 1000) => {
  const tabs = ["unread", "mine", "unassigned", "waiting", "snoozed", "all"] as const;
  const found = await Promise.all(
    tabs.map(async (tab) => ((await shown(tab, member, now)).includes(orderId) ? [tab] : [])),
  );
  return found.flat();
};
const change = (to: "resolve" | "reopen" | "unread", at: number, who: Actor | ActorUser = member) =>
  changeThread(as(who), { orderId: order.id, change: to, lastMessageAt: TEST_NOW + at });

test("a client's message waits unread, an answer waits for the client", async () => {
  await write(customer, 1);
  expect(await thread()).toMatchObject({ state: "unread", firstUnansweredAt: TEST_NOW + 1, firstResponseAt: null });
  expect(await tabsOf()).toEqual(["unread", "mine", "all"]);
  await write(customer, 2);
  expect(await thread()).toMatchObject({ lastMessageAt: TEST_NOW + 2, firstUnansweredAt: TEST_NOW + 1 });
  await write(colleague, 3);
  expect(await thread()).toMatchObject({
    state: "waiting",
    firstUnansweredAt: null,
    firstClientAt: TEST_NOW + 1,
    firstResponseAt: TEST_NOW + 3,
    firstResponderId: colleague.id,
  });
  expect(await tabsOf()).toEqual(["waiting", "all"]);
  await write(customer, 4);
  await write(member, 5);
  expect(await thread()).toMatchObject({ firstResponseAt: TEST_NOW + 3, firstResponderId: colleague.id });
});

test("internal and repeated messages leave the state as it is", async () => {
  await write(member, 1, "Admin");
  expect(await thread()).toBeUndefined();
  await write(customer, 2, "Customer", "form-of-the-page");
  await openThread(as(colleague), order.id);
  await write(customer, 2, "Customer", "form-of-the-page");
  await write(member, 3, "Admin");
  expect(await thread()).toMatchObject({ state: "open", lastMessageAt: TEST_NOW + 2 });
});

test("staff who act as the client write for the client", async () => {
  const asCustomer: Actor = { kind: "impersonated", user: customer, adminId: member.id, sessionId: "s" };
  await write(asCustomer, 1);
  expect(await thread()).toMatchObject({ state: "unread", firstClientAt: TEST_NOW + 1 });
});

test("requested changes are a message of the client", async () => {
  const { db } = database;
  await db.update(orders).set({ status: "Completed", completedAt: TEST_NOW }).where(eq(orders.id, order.id));
  await db.insert(uploads).values({
    key: "report-key",
    kind: "report",
    fileName: "Report.pdf",
    contentType: "application/pdf",
    size: 1,
    ownerId: member.id,
    createdAt: TEST_NOW,
    storedAt: TEST_NOW,
    attachedTo: `order:${order.id}`,
  });
  await db.insert(orderReports).values({
    id: "REPORT",
    orderId: order.id,
    uploadKey: "report-key",
    fileName: "Report.pdf",
    createdById: member.id,
    createdAt: TEST_NOW,
  });
  await write(member, 1);
  await requestChanges(as(customer, TEST_NOW + 2), { orderId: order.id, body: "Please correct the link" });
  expect(await thread()).toMatchObject({ state: "unread", firstClientAt: TEST_NOW + 2 });
});

/** The rows that the state of the thread writes besides its message. */
async function rowsOf(who: ActorUser, at: number) {
  const { db, binding } = database;
  const message = await newMessage(as(who, TEST_NOW + at), { orderId: order.id, thread: "Customer", body: "Hello" });
  const { id, orderId, thread, authorId, body, source, dedupeKey } = message;
  await db
    .insert(orderMessages)
    .values({ id, orderId, thread, authorId, body, bodySource: source, dedupeKey, createdAt: TEST_NOW + at });
  const count = newStatementCount();
  const counted = testContext(openDb(countStatements(binding, count)), actingAs(who), { now: TEST_NOW + at });
  await atomicBatch(counted.db, threadStatements(counted, message));
  return count.rowsWritten;
}

test("costs at most three written rows for each message", async () => {
  const figures = [];
  for (const [at, who] of [customer, customer, member, customer, colleague, colleague, customer].entries())
    figures.push(await rowsOf(who, at));
  console.log(`Rows written by the state of a thread, message by message: ${figures.join(", ")}`);
  expect(Math.max(...figures)).toBeLessThanOrEqual(3);
});

test("is read by the team when one member opens it", async () => {
  await write(customer, 1);
  expect((await openThread(as(colleague), order.id)).unread).toBe(0);
  expect(await tabsOf()).toEqual(["mine", "all"]);
  await change("unread", 1);
  expect(await tabsOf()).toEqual(["unread", "mine", "all"]);
  // The order's page shows the same messages.
  await composerParts(as(colleague), { orderId: order.id, thread: "Admin" });
  expect(await thread()).toMatchObject({ state: "unread" });
  await composerParts(as(customer), { orderId: order.id, thread: "Customer" });
  expect(await thread()).toMatchObject({ state: "unread" });
  await composerParts(as(colleague), { orderId: order.id, thread: "Customer" });
  expect(await thread()).toMatchObject({ state: "open" });
});

test("resolves, reopens, and begins again with the client's next message", async () => {
  await write(customer, 1);
  await change("resolve", 1);
  await change("resolve", 1);
  expect(await tabsOf()).toEqual(["all"]);
  await change("reopen", 1);
  expect(await tabsOf()).toEqual(["mine", "all"]);
  await change("resolve", 1);
  await write(customer, 2);
  expect(await thread()).toMatchObject({
    state: "unread",
    firstUnansweredAt: TEST_NOW + 2,
    firstClientAt: TEST_NOW + 2,
  });
  await write(member, 3);
  await change("resolve", 3);
  await change("reopen", 3);
  expect(await tabsOf()).toEqual(["waiting", "all"]);
});

test("refuses to resolve a thread with a message that was not shown", async () => {
  await write(customer, 1);
  await write(customer, 2);
  await expect(change("resolve", 1)).rejects.toThrow(Conflict);
  expect(await thread()).toMatchObject({ state: "unread" });
  const empty = await anOrder(database.db, { clientId: other.id });
  const resolved = changeThread(as(member), { orderId: empty.id, change: "resolve", lastMessageAt: TEST_NOW });
  await expect(resolved).rejects.toThrow(NotFound);
});

test("follows the order's assignee and snooze, and wakes with the client", async () => {
  const { db } = database;
  const update = (values: Partial<typeof orders.$inferInsert>) =>
    db.update(orders).set(values).where(eq(orders.id, order.id));
  await write(customer, 1);
  await update({ assignedToId: null });
  expect(await tabsOf()).toEqual(["unread", "unassigned", "all"]);
  await openThread(as(member), order.id);
  await update({ assignedToId: colleague.id, snoozedUntil: TEST_NOW + DAY_MS, snoozeReason: "Holiday" });
  expect(await shown("mine", colleague)).toEqual([]);
  expect(await tabsOf()).toEqual(["snoozed", "all"]);
  expect(await shown("mine", colleague, TEST_NOW + DAY_MS)).toEqual([order.id]);
  await write(colleague, 2);
  expect(await tabsOf()).toEqual(["snoozed", "all"]);
  await write(customer, 3);
  expect(await tabsOf()).toEqual(["unread", "all"]);
  const [woken] = await db.select().from(orders).where(eq(orders.id, order.id));
  expect([woken!.snoozedUntil, woken!.snoozeReason]).toEqual([null, null]);
});

test("refuses clients and visitors the inbox", async () => {
  await write(customer, 1);
  const asCustomer: Actor = { kind: "impersonated", user: customer, adminId: member.id, sessionId: "s" };
  for (const [who, refusal] of [
    [customer, Forbidden],
    [asCustomer, Forbidden],
    [anonymous, Unauthenticated],
  ] as const) {
    await expect(findInbox(as(who), { tab: "all", after: null })).rejects.toThrow(refusal);
    await expect(openThread(as(who), order.id)).rejects.toThrow(refusal);
    await expect(change("resolve", 1, who)).rejects.toThrow(refusal);
    await expect(findSavedReplies(as(who))).rejects.toThrow(refusal);
    await expect(fillSavedReply(as(who), { orderId: order.id, reply: "any" })).rejects.toThrow(refusal);
  }
  await expect(openThread(as(member), "nothing")).rejects.toThrow(NotFound);
  expect(await thread()).toMatchObject({ state: "unread" });
});

const KEY = "key-of-a-form";
const draft = (who: Actor | ActorUser, body: string, thread: MessageThread = "Customer", key = KEY) =>
  saveDraft(as(who), { orderId: order.id, thread, body, key });
const draftOf = async (who: Actor | ActorUser, thread: MessageThread = "Customer") =>
  (await composerParts(as(who), { orderId: order.id, thread })).draft;

test("keeps one draft for each person and thread", async () => {
  await draft(member, "To the client");
  await draft(member, "To the client, longer");
  await draft(member, "To the team", "Admin");
  await draft(customer, "Mine");
  expect([await draftOf(member), await draftOf(member, "Admin")]).toEqual(["To the client, longer", "To the team"]);
  expect([await draftOf(customer), await draftOf(colleague)]).toEqual(["Mine", ""]);
  await draft(member, "  ");
  expect(await draftOf(member)).toBe("");
  expect(await database.db.select().from(messageDrafts)).toHaveLength(2);
});

test("never shows or takes the client's draft to staff who act as them", async () => {
  const asCustomer: Actor = { kind: "impersonated", user: customer, adminId: member.id, sessionId: "s" };
  await draft(customer, "Mine");
  expect(await draftOf(asCustomer)).toBeNull();
  await draft(asCustomer, "Written by staff");
  await write(asCustomer, 1);
  expect(await draftOf(customer)).toBe("Mine");
});

test("refuses strangers a draft", async () => {
  await expect(draft(other, "Hello")).rejects.toThrow(NotFound);
  await expect(draft(customer, "Hello", "Admin")).rejects.toThrow(Forbidden);
  await expect(draft(anonymous, "Hello")).rejects.toThrow(Unauthenticated);
  expect(await database.db.select().from(messageDrafts)).toEqual([]);
});

test("a sent message deletes its draft, and drops one that arrives late", async () => {
  await draft(member, "Half a thought");
  await draft(member, "For the team", "Admin");
  await draft(colleague, "Another person's");
  await write(member, 1, "Customer", KEY);
  await draft(member, "Half a thought");
  expect([await draftOf(member), await draftOf(member, "Admin"), await draftOf(colleague)]).toEqual([
    "",
    "For the team",
    "Another person's",
  ]);
  await draft(member, "The next message", "Customer", "key-of-the-next-form");
  expect(await draftOf(member)).toBe("The next message");
});

test("no draft is left by saves that race the message", async () => {
  const saves = () => Array.from({ length: 6 }, (_, n) => draft(member, `Half a thought ${n}`));
  await Promise.all([...saves(), write(member, 1, "Customer", KEY), ...saves()]);
  expect(await draftOf(member)).toBe("");
});

const reply = (name: string, body: string) => SavedReplyInput.parse({ name, body });

test("inserts a saved reply with the values of its order", async () => {
  const body = "Hi {{client.firstName}}, order {{ order.number }} is on its way.\n\n{{agent.firstName}}";
  await saveSavedReply(as(member), reply("On its way", body));
  const [saved] = await findSavedReplies(as(colleague));
  const { replies } = await composerParts(as(member), { orderId: order.id, thread: "Customer" });
  expect(replies).toEqual([{ id: saved!.id, name: "On its way" }]);
  expect((await composerParts(as(customer), { orderId: order.id, thread: "Customer" })).replies).toEqual([]);
  const filled = await fillSavedReply(as(member), { orderId: order.id, reply: saved!.id });
  expect(filled).toBe(`Hi Cleo, order ${order.number} is on its way.\n\nMia`);
  await deleteSavedReply(as(member), saved!.id);
  await expect(fillSavedReply(as(member), { orderId: order.id, reply: saved!.id })).rejects.toThrow(Invalid);
});

test("refuses an unknown variable by its name, and a name twice", async () => {
  const parsed = SavedReplyInput.safeParse({ name: "Wrong", body: "Hello\n{{client.phone}}" });
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual(["Line 2: there is no variable {{client.phone}}"]);
  await saveSavedReply(as(member), reply("On its way", "Hello"));
  await expect(saveSavedReply(as(member), reply("on its  WAY", "Hello"))).rejects.toThrow(REPLY_NAME_TAKEN);
  const [saved] = await findSavedReplies(as(member));
  await saveSavedReply(as(member), { ...reply("Sent", "Hello"), id: saved!.id, version: 1 });
  const stale = saveSavedReply(as(colleague), { ...reply("Late", "Hello"), id: saved!.id, version: 1 });
  await expect(stale).rejects.toThrow(Conflict);
});

test("reads a page of each tab by index, however many threads there are", async () => {
  const threads = 20_000;
  const { binding } = database;
  const run = (query: string) => binding.prepare(query).run();
  const { serviceId } = order;
  await run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${threads})
    insert into orders (id, number, service_id, service_name, client_id, billing, status, sub_statuses, assigned_to_id, payment_type,
      account, order_duration, frequency, subtotal, tiered_total, total, source, created_by, created_at)
    select printf('O%025d', i), 500000 + i, '${serviceId}', 'Service', '${customer.id}', '{}', 'Working', '[]',
      case i % 3 when 0 then '${member.id}' when 1 then '${colleague.id}' end, 'DIRECT', 'regular', 1, 'MONTH', 100, 100, 100, '{}', 'test', i from n`);
  await run(`insert into order_messages (id, order_id, thread, author_id, body, body_source, created_at)
    select orders.id || turn.value, orders.id, 'Customer', '${customer.id}', '<p>Hello</p>', 'Hello', created_at * 10 + turn.value
    from orders, json_each('[1,2,3]') turn where number > 500000`);
  await run(`insert into message_threads (order_number, service_id, assigned_to_id, snoozed_until, state, last_message_at)
    select number, service_id, assigned_to_id, iif(number % 10 = 9, ${TEST_NOW + DAY_MS} + number, null),
      case number % 4 when 0 then 'unread' when 1 then 'open' when 2 then 'waiting' else 'resolved' end, created_at * 10 + 3
    from orders where number > 500000`);
  for (const tab of ["unread", "mine", "unassigned", "waiting", "snoozed", "all"] as const) {
    const count = newStatementCount();
    const ctx = testContext(openDb(countStatements(binding, count)), actingAs(member));
    const first = await findInbox(ctx, { tab, after: null });
    console.log(`/inbox, ${tab}: ${count.rowsRead} rows in ${count.roundTrips} round trip of ${threads} threads`);
    expect([first.threads.length, count.roundTrips]).toEqual([20, 1]);
    expect(count.rowsRead).toBeLessThanOrEqual(200);
    const second = await findInbox(ctx, { tab, after: readInboxPlace(first.older) });
    const numbers = [...first.threads, ...second.threads].map(({ orderNumber }) => orderNumber);
    expect(new Set(numbers).size).toBe(40);
    expect(numbers).toEqual(numbers.toSorted((a, b) => (tab === "snoozed" ? a - b : b - a)));
  }
  const count = newStatementCount();
  const opened = await openThread(testContext(openDb(countStatements(binding, count)), actingAs(member)), order.id);
  expect(opened.unread).toBe(100);
  expect(count.rowsRead).toBeLessThanOrEqual(110);
}, 60_000);
