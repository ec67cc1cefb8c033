import { afterAll, beforeAll, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { DAY_MS } from "~/domain/days";
import { orderSteps } from "~/features/orders/orderSteps.server";
import type { orders } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let staff: ActorUser;
let client: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
  staff = await aStaffMember(database.db, { privileges: "Manager" });
  client = await aCustomer(database.db);
});
afterAll(() => database.dispose());

const make = (values: Partial<typeof orders.$inferInsert>) =>
  anOrder(database.db, { clientId: client.id, assignedToId: staff.id, status: "Working", ...values });
const steps = async (order: { id: string; createdAt: number }, from: string) =>
  await orderSteps(testContext(database.db, actingAs(staff)), order, from);

test("steps through the work queue, and back to its top", async () => {
  const late = await make({ dueAt: TEST_NOW - DAY_MS });
  const today = await make({ dueAt: TEST_NOW + 1000 });
  const last = await make({ dueAt: TEST_NOW + 5 * DAY_MS });
  const asleep = await make({ dueAt: TEST_NOW - 1, snoozedUntil: TEST_NOW + DAY_MS, snoozeReason: "Away" });
  expect(await steps(late, "/work")).toEqual({ previous: null, next: today.id });
  expect(await steps(today, "/work")).toEqual({ previous: late.id, next: last.id });
  expect(await steps(last, "/work")).toEqual({ previous: today.id, next: null });
  expect(await steps(asleep, "/work"), "it has left the queue").toEqual({ previous: null, next: late.id });
});

test("steps through a list without and with filters", async () => {
  const [first, second, third] = [
    await make({ createdAt: TEST_NOW + 1, status: "Active" }),
    await make({ createdAt: TEST_NOW + 2, status: "Completed" }),
    await make({ createdAt: TEST_NOW + 3, status: "Active" }),
  ];
  expect(await steps(second!, "?")).toEqual({ previous: third!.id, next: first!.id });
  expect(await steps(third!, "?status=Active")).toEqual({ previous: null, next: first!.id });
  expect(await steps(third!, "?tags=Rush"), "no index answers it").toBeNull();
});
