import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { DAY_MS } from "~/domain/days";
import { Forbidden } from "~/domain/errors";
import { deliveryReport } from "~/domain/reports/deliveryReport";
import { readReport } from "~/domain/reports/readReport";
import { placements } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder } from "../support/trackedOrder";

let database: TestDatabase;
let staff: ActorUser;
let client: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  staff = await aStaffMember(database.db, { privileges: "Admin" });
  client = await aCustomer(database.db);
});

const as = (user: ActorUser) => testContext(database.db, actingAs(user));
const range = { from: TEST_NOW - 6 * DAY_MS, to: TEST_NOW };

/** A service with links, by their sequence; those left out wait for their client. */
async function links(count: number, live: (Partial<typeof placements.$inferInsert> & { took: number })[]) {
  const order = await aTrackedOrder(database.db, { staff, client, count });
  const rows = await database.db.select().from(placements).where(eq(placements.orderId, order.id));
  for (const [index, { took, ...values }] of live.entries()) {
    const liveAt = values.liveAt ?? TEST_NOW - DAY_MS;
    const row = rows.find(({ sequence }) => sequence === index + 1)!;
    await database.db
      .update(placements)
      .set({ state: "live", liveAt, createdAt: liveAt - took * DAY_MS, ...values })
      .where(eq(placements.id, row.id));
  }
  return order.service;
}

test("counts placed, on time and waiting links by service and agent", async () => {
  const service = await links(7, [
    { took: 2, onTime: true, assignedToId: staff.id },
    { took: 9, onTime: false, assignedToId: staff.id },
    { took: 4, onTime: true, assignedToId: staff.id },
    { took: 6, onTime: true },
    { took: 3, onTime: true, liveAt: range.from - 1 },
    { took: 3, onTime: true, liveAt: range.to + 1 },
  ]);
  const of = { serviceId: service.id, serviceName: service.name };
  expect(await deliveryReport(as(staff), range)).toEqual([
    {
      ...of,
      agentId: staff.id,
      agentName: `${staff.firstName} ${staff.lastName}`,
      placed: 3,
      onTime: 2,
      waiting: 0,
      medianDays: 4,
    },
    { ...of, agentId: null, agentName: null, placed: 1, onTime: 1, waiting: 1, medianDays: 6 },
  ]);
});

test("the median of an even number is the mean of the middle two", async () => {
  await links(2, [{ took: 2 }, { took: 6 }]);
  expect((await deliveryReport(as(staff), range)).map(({ medianDays }) => medianDays)).toEqual([4]);
});

test("lists services whose links only wait", async () => {
  const service = await links(2, []);
  expect(await deliveryReport(as(staff), range)).toMatchObject([
    { serviceId: service.id, placed: 0, onTime: 0, waiting: 2, medianDays: null },
  ]);
});

test("the page shows totals and names where the median counts from", async () => {
  await links(3, [
    { took: 2, onTime: true },
    { took: 4, onTime: false },
  ]);
  const report = await readReport(as(staff), "delivery", { range, second: null });
  expect(report.columns.map(({ label }) => label)).toContain("Median days from purchase to live");
  expect(report.totals.slice(2)).toEqual([2, 1, 0.5, 1, null]);
  expect(report.figures).toMatchObject([
    { label: "Placed", now: 2, before: 0 },
    { label: "On time", now: 1, before: 0 },
  ]);
});

test("only senior staff read it", async () => {
  const manager = await aStaffMember(database.db, { privileges: "Manager" });
  for (const user of [manager, client]) await expect(deliveryReport(as(user), range)).rejects.toThrow(Forbidden);
});

test("reads the links of its range by index", async () => {
  await links(12, [{ took: 1 }, { took: 1 }]);
  const plan = await database.binding
    .prepare(
      "explain query plan select count(*) from placements indexed by placements_live where live_at between 1 and 2",
    )
    .all<{ detail: string }>();
  expect(plan.results.map(({ detail }) => detail).join()).toMatch(/SEARCH placements USING.*placements_live/);
});
