import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findSession } from "~/domain/accounts/findSession";
import type { ActorUser, Context } from "~/domain/context";
import { DAY_MS, endOfDay } from "~/domain/days";
import { sendMessage } from "~/domain/messages/sendMessage";
import { type WorkGroupKey, workGroups } from "~/domain/workQueue/workGroups";
import { MAX_WORK_PAGES, workGroupPage, workQueue } from "~/domain/workQueue/workQueue";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { newId } from "~db/ids";
import { type orders, sessions, users } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { bulkUser, manyOrders } from "../support/manyOrders";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let staff: ActorUser;
let other: ActorUser;
let client: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
  staff = await aStaffMember(database.db, { privileges: "Manager" });
  other = await aStaffMember(database.db, { privileges: "Manager" });
  client = await aCustomer(database.db, { firstName: "Ada", lastName: "Lovelace" });
});
afterAll(() => database.dispose());

type Values = Partial<typeof orders.$inferInsert>;
const make = async (values: Values) => {
  const order = await anOrder(database.db, { clientId: client.id, ...values });
  return String(order.number);
};

const contextOf = (user: ActorUser, now = TEST_NOW) => testContext(database.db, actingAs(user), { now });
const queueOf = async (user: ActorUser, now?: number) => await workQueue(contextOf(user, now));
const numbersIn = async (key: WorkGroupKey, user = staff, now?: number) =>
  (await queueOf(user, now)).groups.find((group) => group.key === key)!.items.map(({ number }) => number);

test("sorts one's own and unassigned orders into groups", async () => {
  const mine = { assignedToId: staff.id };
  const expected: Record<string, string> = {
    overdue: await make({ ...mine, dueAt: TEST_NOW - 1 }),
    today: await make({ ...mine, dueAt: TEST_NOW + 1000 }),
    review: await make({ ...mine, dueAt: TEST_NOW + 5 * DAY_MS }),
    unassigned: await make({ status: "Working" }),
    progress: await make({ ...mine, status: "Working" }),
    waiting: await make({ ...mine, status: "Inputs_Required" }),
    snoozed: await make({ ...mine, dueAt: TEST_NOW - 1, snoozedUntil: TEST_NOW + 1, snoozeReason: "Client is away" }),
  };
  const late = await make({ dueAt: TEST_NOW - 2, status: "Working" });
  const delivered = await make({ ...mine, status: "Working", awaitingSince: TEST_NOW });
  for (const foreign of [{ assignedToId: other.id }, { ...mine, status: "Completed" as const }]) await make(foreign);
  const { groups, count } = await queueOf(staff);
  const shown = Object.fromEntries(groups.map(({ key, items }) => [key, items.map(({ number }) => number)]));
  expect(shown).toEqual({
    overdue: [late, expected.overdue],
    today: [expected.today],
    messages: [],
    review: [expected.review],
    unassigned: [expected.unassigned],
    progress: [expected.progress],
    waiting: [delivered, expected.waiting],
    snoozed: [expected.snoozed],
  });
  expect(count, "without what rests").toBe(6);
  expect(await menuCount(staff, TEST_NOW)).toBe(6);
  const [row] = groups[0]!.items;
  expect(row).toMatchObject({ client: { name: "Ada Lovelace" }, next: "Deliver and complete", assigned: false });
});

/** What the session counts for the menu of every page. */
async function menuCount(user: ActorUser, now: number) {
  const id = newId(now);
  await database.db.insert(sessions).values({
    id,
    userId: user.id,
    kind: "page",
    secretHash: "",
    rotatedAt: now,
    accessExpiresAt: now + DAY_MS,
    expiresAt: now + DAY_MS,
    createdAt: now,
    lastSeenAt: now,
  });
  const found = await findSession(database, id, { at: now, todayEnds: endOfDay(now, "UTC") });
  return found!.work;
}

test("customers count no work", async () => {
  expect(await menuCount(client, TEST_NOW)).toBe(0);
});

test("wakes an order when its snooze has passed", async () => {
  const until = TEST_NOW + DAY_MS;
  const number = await make({ assignedToId: other.id, snoozedUntil: until });
  expect(await numbersIn("snoozed", other)).toContain(number);
  expect(await numbersIn("review", other, until)).toContain(number);
  expect(await numbersIn("snoozed", other, until)).not.toContain(number);
});

test("a client's message wakes the order and waits until staff answer", async () => {
  const order = await anOrder(database.db, {
    clientId: client.id,
    assignedToId: other.id,
    snoozedUntil: TEST_NOW + DAY_MS,
  });
  const send = (user: ActorUser, now: number) =>
    sendMessage(contextOf(user, now), { orderId: order.id, thread: "Customer", body: "Hello", key: `k${now}` });
  await send(client, TEST_NOW);
  expect(await numbersIn("snoozed", other)).not.toContain(String(order.number));
  expect(await numbersIn("review", other)).toContain(String(order.number));
  const message = (await queueOf(other)).groups.find(({ key }) => key === "messages")!.items[0];
  expect(message).toMatchObject({ kind: "message", orderId: order.id, next: "Answer the client" });
  await send(other, TEST_NOW + 1);
  expect(await numbersIn("messages", other)).toEqual([]);
});

test("customers cannot read the queue", async () => {
  await expect(queueOf(client)).rejects.toThrow(expect.objectContaining({ kind: "Forbidden" }));
});

test("counts a queue of an ordinary day exactly", async () => {
  const busy = await aStaffMember(database.db, { privileges: "Manager" });
  const mine = { assignedToId: busy.id };
  for (let n = 0; n < 12; n++) await make({ ...mine, dueAt: TEST_NOW - 1 });
  for (let n = 0; n < 20; n++) await make({ ...mine, status: "Working" });
  for (let n = 0; n < 10; n++) await make({ ...mine, status: "Inputs_Required" });
  const { groups } = await queueOf(busy);
  const counts = Object.fromEntries(groups.map(({ key, count, more }) => [key, more ? `${count}+` : count]));
  // One unassigned order of another test is overdue.
  expect(counts).toMatchObject({ overdue: 13, progress: 20, waiting: 10 });
});

const SIZE = { staff: 3, customers: 300, services: 10, orders: 6_000 };

test("reads at most 172 rows in two round trips, however large the queue", async () => {
  const large = await openTestDatabase();
  try {
    await manyOrders(large, SIZE);
    const run = (sql: string) => large.binding.prepare(sql).run();
    // A third overdue, a third today, a third later, of own and unassigned orders alike.
    await run(`update orders set due_at = ${TEST_NOW} + (number % 3 - 1) * ${DAY_MS} + 1000 where number % 5`);
    await run(
      `update orders set snoozed_until = ${TEST_NOW + DAY_MS} where number % 11 = 0 and status in ('Active', 'Working', 'Inputs_Required')`,
    );
    await run(`insert into message_threads (order_number, service_id, assigned_to_id, state, last_message_at)
      select number, service_id, assigned_to_id, 'unread', created_at from orders where number % 2`);
    const user = (await large.db
      .select()
      .from(users)
      .where(eq(users.id, bulkUser(1)))
      .get()) as unknown as ActorUser;
    const measured = async <T>(read: (ctx: Context) => Promise<T>) => {
      const count = newStatementCount();
      const result = await read(testContext(openDb(countStatements(large.binding, count)), actingAs(user)));
      return { result, rows: count.rowsRead, trips: count.roundTrips };
    };
    const { result, rows, trips } = await measured(workQueue);
    expect(trips).toBe(2);
    expect(rows).toBeLessThanOrEqual(172);
    for (const { key, count, items } of result.groups) {
      expect(count, key).toBeGreaterThanOrEqual(6);
      expect(items.length, key).toBeGreaterThanOrEqual(1);
    }
    for (const key of workGroups) {
      const page = await measured((ctx) => workGroupPage(ctx, key, 1));
      expect(page.result.items, key).toHaveLength(20);
      expect(page.rows, key).toBeLessThanOrEqual(180);
    }
    const last = await measured((ctx) => workGroupPage(ctx, "overdue", MAX_WORK_PAGES));
    expect(last.result.hasNext).toBe(false);
  } finally {
    await large.dispose();
  }
}, 60_000);
