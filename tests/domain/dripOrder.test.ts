import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { Conflict, NotFound } from "~/domain/errors";
import { dripOrder } from "~/domain/orders/dripOrder";
import { orderDrip } from "~/domain/orders/orderDrip";
import { orderHistory } from "~/domain/orders/orderHistory";
import { DripOrderInput } from "~/domain/placements/dripInput";
import { orders, placements } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder } from "../support/trackedOrder";

const WEEK = 7 * 86_400_000;

let database: TestDatabase;
let staff: ActorUser;
let client: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
  client = await aCustomer(database.db);
});

const as = (user: ActorUser) => testContext(database.db, actingAs(user));
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const from = Date.parse(`${day(TEST_NOW + WEEK)}T00:00:00Z`);
const weekly = (id: string, perWeek: number) => DripOrderInput.parse({ id, drip: { perWeek, from: day(from) } });
const linksOf = (id: string) =>
  database.db.select().from(placements).where(eq(placements.orderId, id)).orderBy(placements.sequence);

test("starts untouched links some a week and moves their due dates", async () => {
  const { id } = await aTrackedOrder(database.db, { staff, client, count: 5 });
  await database.db.update(placements).set({ state: "in_progress" }).where(eq(placements.sequence, 1));
  await database.db
    .update(placements)
    .set({ state: "ready", targetUrl: "https://example.com" })
    .where(eq(placements.sequence, 2));
  await dripOrder(as(client), weekly(id, 2));
  const links = await linksOf(id);
  expect(links.map(({ startsOn }) => startsOn)).toEqual([null, from, from, from + WEEK, from + WEEK]);
  expect(links[1]!.dueAt).toBeGreaterThan(from);
  expect(links[2]!.dueAt).toBeNull();
  expect(await orderDrip(as(staff), id)).toMatchObject({ drip: { perWeek: 2, from }, notStarted: 4 });
  const [entry] = await orderHistory(as(staff), id, { limit: 1, offset: 0 });
  expect(entry!.action).toBe(`4 links: start 2 a week from ${day(from)}`);
  await dripOrder(as(staff), DripOrderInput.parse({ id }));
  expect((await linksOf(id)).map(({ startsOn }) => startsOn)).toEqual([null, null, null, null, null]);
  expect((await database.db.select().from(orders)).map(({ drip }) => drip)).toEqual([null]);
});

test("refuses a drip when all links have started, and to another client", async () => {
  const { id } = await aTrackedOrder(database.db, { staff, client, count: 2 });
  const other = await aCustomer(database.db);
  await expect(dripOrder(as(other), weekly(id, 1))).rejects.toThrow(NotFound);
  await database.db.update(placements).set({ state: "in_progress" });
  await expect(dripOrder(as(staff), weekly(id, 1))).rejects.toThrow(Conflict);
});

test("a drip needs both fields", () => {
  const messagesOf = (drip: object) =>
    DripOrderInput.safeParse({ id: "order", drip }).error?.issues.map(({ path, message }) => [path.join("."), message]);
  expect(messagesOf({ perWeek: 3 })).toEqual([["drip.from", "Choose the first day"]]);
  expect(messagesOf({ from: "2030-01-01" })).toEqual([["drip.perWeek", "Enter how many links start each week"]]);
  expect(messagesOf({ perWeek: 0, from: "2030-01-01" })).toEqual([
    ["drip.perWeek", "Enter how many links start each week"],
  ]);
  expect(DripOrderInput.parse({ id: "order", drip: {} }).drip).toBeNull();
});
