import { asc, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { Conflict, Forbidden, Invalid } from "~/domain/errors";
import { sendMessage } from "~/domain/messages/sendMessage";
import { changeOrders } from "~/domain/orders/changeOrders";
import { ChangeOrdersInput } from "~/domain/orders/changeOrdersInput";
import { orderHistory } from "~/domain/orders/orderHistory";
import { type OrderStatus, orderStatuses } from "~/domain/orders/orderStates";
import { UNDO_MS, undoOrderChange } from "~/domain/orders/undoOrderChange";
import { updateOrder } from "~/domain/orders/updateOrder";
import { openDb } from "~db/client.server";
import { history, notifications, orders, orderTags, outbox, tags } from "~db/schema";
import { wrapD1 } from "~db/wrapD1";
import { beforeBatch } from "../support/beforeBatch";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { manyOrders } from "../support/manyOrders";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder } from "../support/trackedOrder";

let database: TestDatabase;
let customer: ActorUser;
let member: ActorUser;
let colleague: ActorUser;
let serviceId: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.clear();
  customer = await aCustomer(database.db);
  member = await aStaffMember(database.db, { firstName: "Mia", privileges: "Manager" });
  colleague = await aStaffMember(database.db, { firstName: "Noor" });
  serviceId = (await aService(database.db)).service.id;
});
afterAll(() => database.dispose());

const as = (user: ActorUser, now = TEST_NOW) => testContext(database.db, actingAs(user), { now });
const stored = async (id: string) => (await database.db.select().from(orders).where(eq(orders.id, id)).get())!;
const ofCustomer = (values: Partial<typeof orders.$inferInsert> = {}) =>
  anOrder(database.db, { clientId: customer.id, serviceId, ...values });
type Sent = { ids: string[]; set: ChangeOrdersInput["set"]; reason?: string };
const change = (user: ActorUser, sent: Sent, now = TEST_NOW) =>
  changeOrders(as(user, now), ChangeOrdersInput.parse(sent));
const texts = async () =>
  (await database.db.select().from(notifications).orderBy(asc(notifications.description))).map((row) => [
    row.userId,
    row.description,
  ]);
const tagsOf = async (id: string) =>
  (
    await database.db
      .select({ name: tags.name })
      .from(orderTags)
      .innerJoin(tags, eq(tags.id, orderTags.tagId))
      .where(eq(orderTags.orderId, id))
      .orderBy(asc(tags.name))
  ).map(({ name }) => name);

/** Statements that a change sends to the database. */
function counted(user: ActorUser) {
  let statements = 0;
  const binding = wrapD1(database.binding, {
    onStatement: async (_, run) => {
      statements++;
      return await run();
    },
    onBatch: async (batch, run) => {
      statements += batch.length;
      return await run();
    },
  });
  return { ctx: { ...as(user), db: openDb(binding) }, statements: () => statements };
}

test("changes 1,000 orders of all kinds in at most 12 statements", async () => {
  await database.clear();
  await manyOrders(database, { staff: 3, customers: 50, services: 5, orders: 1000 });
  const rows = await database.db.select().from(orders).orderBy(asc(orders.id));
  const staff = { ...member, id: "U".concat("1".padStart(25, "0")) };
  const other = "U".concat("2".padStart(25, "0"));
  const { ctx, statements } = counted(staff);
  const input = ChangeOrdersInput.parse({
    ids: rows.map(({ id }) => id),
    set: {
      status: "Working",
      assignedToId: other,
      priority: "high",
      dueAt: TEST_NOW + 86_400_000,
      snoozedUntil: TEST_NOW + 1000,
      tags: ["Rush", "Spring campaign"],
    },
    reason: "x".repeat(500),
  });
  const answer = await changeOrders(ctx, input);
  expect(statements()).toBeLessThanOrEqual(12);

  // A completed order could become Working, but has no due date.
  const fits = (status: OrderStatus) => ["Active", "Inputs_Required", "Working"].includes(status);
  const taking = rows.filter(({ status }) => fits(status));
  expect(taking.length).toBeGreaterThan(400);
  expect(answer).toMatchObject({ changed: taking.length, skipped: 1000 - taking.length, undoId: null });
  const after = await database.db.select().from(orders).orderBy(asc(orders.id));
  for (const [index, order] of after.entries()) {
    const before = rows[index]!;
    if (!fits(before.status)) expect(order).toEqual(before);
    else
      expect(order).toMatchObject({
        version: before.version + 1,
        status: "Working",
        assignedToId: other,
        priority: "high",
        dueAt: TEST_NOW + 86_400_000,
        completedAt: null,
      });
  }
  expect(await database.db.$count(history)).toBe(taking.length);
  expect(await database.db.$count(orderTags)).toBe(2 * taking.length);
  // One for the client of each new status, and one for each new assignee about each event.
  const moved = taking.filter(({ status }) => status !== "Working").length;
  const assigned = taking.filter(({ assignedToId }) => assignedToId !== other).length;
  expect(await database.db.$count(notifications)).toBe(2 * moved + assigned);
  expect(await database.db.$count(outbox, like(outbox.dedupeKey, "push:%"))).toBe(1);
});

test.each(orderStatuses)("sets from %s only what the transition table allows", async (from) => {
  for (const to of orderStatuses) {
    const { id } = await ofCustomer({ status: from });
    const single = await ofCustomer({ status: from });
    const expected = await updateOrder(as(member), { id: single.id, status: to }).then(
      () => to,
      () => from,
    );
    const { changed, skipped } = await change(member, { ids: [id], set: { status: to } });
    const order = await stored(id);
    expect([order.status, order.startedAt, order.completedAt], `${from} to ${to}`).toEqual([
      expected,
      (await stored(single.id)).startedAt,
      (await stored(single.id)).completedAt,
    ]);
    expect([changed, skipped]).toEqual(expected === from ? [0, 1] : [1, 0]);
  }
});

test("sends the notices and mails that single changes send", async () => {
  const [bulk, single] = [await ofCustomer(), await ofCustomer()];
  const about = (text: string, { number, serviceName }: typeof bulk) =>
    text.replace(`${number}`, "N").replace(serviceName, "S");
  const written = async (order: typeof bulk) => ({
    notices: (await database.db.select().from(notifications).where(eq(notifications.typeSystemId, order.id)))
      .map(({ userId, description, mailWantedAt, mailOnly, dedupeKey }) => [
        userId,
        about(description, order),
        mailWantedAt,
        mailOnly,
        dedupeKey?.replace(order.id, "ID"),
      ])
      .sort(),
    mails: (await database.db.select().from(outbox))
      .flatMap(({ payload, availableAt }) =>
        payload.kind === "noticeMail" && payload.typeSystemId === order.id
          ? [[availableAt, payload.since, "users" in payload ? [...payload.users].sort() : []]]
          : [],
      )
      .flatMap(([at, since, people]) => (people as string[]).map((person) => [at, since, person]))
      .sort(),
  });
  const set = { status: "Working", assignedToId: colleague.id } as const;
  await updateOrder(as(member), { id: single.id, ...set });
  await change(member, { ids: [bulk.id], set });
  expect(await written(bulk)).toEqual(await written(single));
  expect((await written(bulk)).notices).toHaveLength(3);
});

test("sends nothing for a priority, a tag, a snooze, a due date or oneself", async () => {
  const { id } = await ofCustomer();
  const sets: Sent["set"][] = [
    { priority: "urgent" },
    { addTags: ["Rush"] },
    { snoozedUntil: TEST_NOW + 1 },
    { dueAt: TEST_NOW },
    { assignedToId: member.id },
  ];
  for (const set of sets)
    expect(await change(member, { ids: [id], set, reason: "Asked by phone" })).toMatchObject({
      changed: 1,
      skipped: 0,
      undoId: expect.any(String),
    });
  expect(await texts()).toEqual([]);
  expect(await database.db.$count(outbox)).toBe(0);
  expect(await stored(id)).toMatchObject({
    priority: "urgent",
    snoozedUntil: TEST_NOW + 1,
    snoozeReason: "Asked by phone",
    dueAt: TEST_NOW,
    assignedToId: member.id,
  });
  const [assigned, due] = await orderHistory(as(member), id);
  expect([assigned?.changes, due?.changes].flat()).toEqual(
    expect.arrayContaining([
      { field: "assignedTo", before: null, after: "Mia Example" },
      { field: "reason", before: null, after: "Asked by phone" },
    ]),
  );
});

test("replaces, adds and removes tags by their names", async () => {
  const { id } = await ofCustomer();
  await change(member, { ids: [id], set: { tags: ["Rush", "rush", "Größe"] } });
  expect(await tagsOf(id)).toEqual(["Größe", "Rush"]);
  await change(member, { ids: [id], set: { addTags: ["Later"], removeTags: ["RUSH"] } });
  expect(await tagsOf(id)).toEqual(["Größe", "Later"]);
  expect(await change(member, { ids: [id], set: { addTags: ["later"] } })).toMatchObject({
    changed: 0,
    message: "Nothing was changed. 1 skipped: 1 already so",
  });
  await change(member, { ids: [id], set: { tags: [] } });
  expect(await tagsOf(id)).toEqual([]);
});

test("counts what it skips and says why", async () => {
  const fits = await ofCustomer();
  const done = await ofCustomer({ status: "Completed" });
  const working = await ofCustomer({ status: "Working" });
  const tracked = await aTrackedOrder(database.db, { staff: colleague, client: customer });
  await database.db.update(orders).set({ status: "Active" }).where(eq(orders.id, tracked.id));
  const ids = [fits.id, done.id, working.id, "missing", tracked.id];
  const before = await stored(tracked.id);
  expect(await change(member, { ids, set: { status: "Inputs_Required" } })).toMatchObject({ changed: 3, skipped: 2 });
  expect(await change(member, { ids, set: { status: "Cancelled" } })).toEqual({
    changed: 0,
    skipped: 5,
    undoId: null,
    message:
      "Nothing was changed. 5 skipped: 1 not found, 4 to be canceled one at a time, because canceling closes payments and coupons",
  });
  await change(member, { ids: [tracked.id], set: { status: "Working" } });
  expect(await change(member, { ids: [tracked.id], set: { status: "Completed" } })).toMatchObject({
    changed: 0,
    message: "Nothing was changed. 1 skipped: 1 with links that are not live yet",
  });
  await updateOrder(as(member), { id: tracked.id, status: "Completed", closeOpenRows: true });
  expect(await change(member, { ids: [tracked.id], set: { status: "Working" } })).toMatchObject({
    changed: 0,
    message: "Nothing was changed. 1 skipped: 1 with canceled links, to be reopened one at a time",
  });
  expect(before.status).toBe("Active");
});

test("sets due dates only of orders in progress that have no links", async () => {
  const fits = await ofCustomer({ status: "Inputs_Required" });
  const others = await Promise.all(
    (["Abandoned_Checkout", "Completed", "Cancelled"] as const).map((status) => ofCustomer({ status })),
  );
  const tracked = await aTrackedOrder(database.db, { staff: colleague, client: customer });
  const ids = [fits, ...others, tracked].map(({ id }) => id);
  const reason = "Asked by phone";
  expect(await change(member, { ids, set: { dueAt: TEST_NOW + 1 }, reason })).toMatchObject({
    changed: 1,
    message: "1 order changed. 4 skipped: 4 unpaid, finished or due with their links",
  });
  await expect(change(member, { ids, set: { dueAt: TEST_NOW - 1 }, reason })).rejects.toBeInstanceOf(Invalid);
});

test("sets and removes the date of an order whose clock stands still", async () => {
  const { id, version } = await ofCustomer({ status: "Inputs_Required" });
  const reason = "Asked by phone";
  const dated = { ids: [id], set: { dueAt: TEST_NOW + 20 * 86_400_000 }, reason };
  expect(await change(member, dated)).toMatchObject({ changed: 1 });
  expect(await stored(id)).toMatchObject({ dueAt: null, version: version + 1 });
  expect((await stored(id)).clockLeftMs).toBeGreaterThan(0);
  expect(await change(member, dated)).toMatchObject({ changed: 0, skipped: 1 });
  expect((await stored(id)).version).toBe(version + 1);
  expect(await change(member, { ids: [id], set: { dueAt: null }, reason })).toMatchObject({ changed: 1 });
  expect((await stored(id)).clockLeftMs).toBeNull();
});

test("adds no tag to an order that has twenty", async () => {
  const { id } = await ofCustomer();
  await change(member, { ids: [id], set: { tags: Array.from({ length: 20 }, (_, n) => `Tag ${n}`) } });
  expect(await change(member, { ids: [id], set: { addTags: ["One more"] } })).toMatchObject({ changed: 0, skipped: 1 });
});

test("skips an order whose links were opened while it was completed", async () => {
  const tracked = await aTrackedOrder(database.db, { staff: colleague, client: customer });
  const ctx = as(member);
  await updateOrder(ctx, { id: tracked.id, status: "Active" }).catch(() => null);
  await database.binding.prepare("update placements set state = 'live'").run();
  const racing = beforeBatch(ctx, 2, () =>
    database.binding.prepare("update placements set state = 'site_review'").run(),
  );
  const answer = await changeOrders(
    racing,
    ChangeOrdersInput.parse({ ids: [tracked.id], set: { status: "Completed" } }),
  );
  expect(answer).toMatchObject({ changed: 0, skipped: 1 });
  expect((await stored(tracked.id)).status).not.toBe("Completed");
});

test("lets each of 60 orders be won by one of two writers", async () => {
  const ids = [];
  for (let n = 0; n < 60; n++) ids.push((await ofCustomer()).id);
  const shared = ids.slice(10, 50);
  const [first, second] = [{ status: "Working" as const }, { priority: "urgent" as const }];
  const racing = beforeBatch(as(member), 2, () => change(colleague, { ids: shared, set: second }));
  const answer = await changeOrders(racing, ChangeOrdersInput.parse({ ids, set: first }));
  expect(answer).toEqual({
    changed: 20,
    skipped: 40,
    undoId: null,
    message: "20 orders changed. 40 skipped: 40 changed by someone else",
  });
  for (const id of ids) {
    const order = await stored(id);
    expect([order.status, order.priority, order.version]).toEqual(
      shared.includes(id) ? ["Active", "urgent", 2] : ["Working", "normal", 2],
    );
  }
  expect(await database.db.$count(history)).toBe(60);
  // The loser's notices are not sent.
  expect(await database.db.$count(notifications)).toBe(20);
});

test("puts back exactly the orders that have not changed since", async () => {
  const orders50 = [];
  for (let n = 0; n < 5; n++) orders50.push(await ofCustomer({ priority: n % 2 ? "low" : "high" }));
  const ids = orders50.map(({ id }) => id);
  await change(member, { ids: [ids[0]!], set: { tags: ["Old"] } });
  const set: Sent["set"] = { priority: "urgent", addTags: ["Rush"], assignedToId: member.id };
  const { undoId } = await change(member, { ids, set });
  await updateOrder(as(colleague), { id: ids[4]!, notes: "Mine now" });
  expect(await undoOrderChange(as(member, TEST_NOW + UNDO_MS), undoId!)).toEqual({
    changed: 4,
    skipped: 1,
    message: "4 orders put back. 1 skipped: changed since",
  });
  expect(await tagsOf(ids[0]!)).toEqual(["Old"]);
  expect(await tagsOf(ids[1]!)).toEqual([]);
  for (const [n, id] of ids.slice(0, 4).entries())
    expect(await stored(id)).toMatchObject({ priority: n % 2 ? "low" : "high", assignedToId: null });
  expect(await stored(ids[4]!)).toMatchObject({ priority: "urgent", notes: "Mine now" });
  const [undone] = await orderHistory(as(member), ids[1]!);
  expect(undone).toMatchObject({ action: "Change undone" });
  expect(undone?.changes).toContainEqual({ field: "priority", before: "urgent", after: "low" });
});

test("leaves an order alone that another person won before the undo", async () => {
  const { id } = await ofCustomer();
  const other = await ofCustomer();
  const racing = beforeBatch(as(member), 2, () => change(colleague, { ids: [id], set: { priority: "low" } }));
  const { undoId } = await changeOrders(
    racing,
    ChangeOrdersInput.parse({ ids: [id, other.id], set: { priority: "urgent" } }),
  );
  expect(await undoOrderChange(as(member), undoId!)).toMatchObject({ changed: 1, skipped: 1 });
  expect([(await stored(id)).priority, (await stored(other.id)).priority]).toEqual(["low", "normal"]);
});

test("leaves an order awake that its client woke before the undo", async () => {
  const { id } = await ofCustomer({ snoozedUntil: TEST_NOW + 1000 });
  const { undoId } = await change(member, { ids: [id], set: { snoozedUntil: TEST_NOW + 2000 } });
  const { version } = await stored(id);
  await sendMessage(as(customer), { orderId: id, thread: "Customer", body: "Any news?" });
  expect(await undoOrderChange(as(member), undoId!)).toMatchObject({ changed: 0, skipped: 1 });
  await expect(updateOrder(as(member), { id, version, snoozedUntil: TEST_NOW + 2000 })).rejects.toThrow(Conflict);
  expect((await stored(id)).snoozedUntil).toBeNull();
});

test("undoes once, in time, and only for the person who made the change", async () => {
  const { id } = await ofCustomer();
  const { undoId } = await change(member, { ids: [id], set: { priority: "urgent" } });
  await expect(undoOrderChange(as(colleague), undoId!)).rejects.toBeInstanceOf(Conflict);
  await expect(undoOrderChange(as(customer), undoId!)).rejects.toBeInstanceOf(Forbidden);
  await expect(undoOrderChange(as(member, TEST_NOW + UNDO_MS + 1), undoId!)).rejects.toBeInstanceOf(Conflict);
  const twice = await Promise.allSettled([undoOrderChange(as(member), undoId!), undoOrderChange(as(member), undoId!)]);
  expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await stored(id)).version).toBe(3);
});

test("refuses clients, visitors and a due date without a reason", async () => {
  const { id } = await ofCustomer();
  const sent = ChangeOrdersInput.parse({ ids: [id], set: { priority: "urgent" } });
  await expect(changeOrders(as(customer), sent)).rejects.toBeInstanceOf(Forbidden);
  await expect(changeOrders(testContext(database.db, anonymous), sent)).rejects.toMatchObject({
    kind: "Unauthenticated",
  });
  await expect(change(member, { ids: [id], set: { dueAt: TEST_NOW } })).rejects.toMatchObject({
    fieldErrors: { reason: ["Give a reason for the new due date"] },
  });
  await expect(change(member, { ids: [id], set: { assignedToId: customer.id } })).rejects.toBeInstanceOf(Invalid);
  await expect(change(member, { ids: [id], set: { snoozedUntil: TEST_NOW } })).rejects.toBeInstanceOf(Invalid);
  expect(ChangeOrdersInput.safeParse({ ids: [id], set: {} }).success).toBe(false);
  expect(ChangeOrdersInput.safeParse({ ids: Array(1001).fill(id), set: { priority: "low" } }).success).toBe(false);
  expect((await stored(id)).version).toBe(1);
});

test.each(["Manager", "Admin", "SuperAdmin"] as const)("lets a %s change many orders", async (privileges) => {
  const person = await aStaffMember(database.db, { privileges });
  const { id } = await ofCustomer();
  expect(await change(person, { ids: [id], set: { priority: "low" } })).toMatchObject({ changed: 1 });
});
