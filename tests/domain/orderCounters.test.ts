import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderCounters, orders } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder } from "../support/factories";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

test("counters follow inserts, changes of status or client, and deletes", async () => {
  const { db } = database;
  const first = await aCustomer(db);
  const second = await aCustomer(db);
  const order = await anOrder(db, { clientId: first.id });
  await anOrder(db, { clientId: first.id });
  await db.update(orders).set({ status: "Working" }).where(eq(orders.id, order.id));
  await db.update(orders).set({ clientId: second.id, status: "Completed" }).where(eq(orders.id, order.id));
  const counters = await db.select().from(orderCounters);
  const count = (scope: string, status: string) =>
    counters.find((c) => c.scope === scope && c.status === status)?.count ?? 0;
  expect([count("all", "Active"), count("all", "Working"), count("all", "Completed")]).toEqual([1, 0, 1]);
  expect([count(first.id, "Active"), count(first.id, "Working"), count(second.id, "Completed")]).toEqual([1, 0, 1]);
  await db.delete(orders).where(eq(orders.id, order.id));
  const [after] = await db.select().from(orderCounters).where(eq(orderCounters.scope, second.id));
  expect(after?.count).toBe(0);
});
