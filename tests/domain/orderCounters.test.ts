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
  const paid = async (scope: string) => {
    const rows = await db.select().from(orderCounters).where(eq(orderCounters.scope, scope));
    return [rows.reduce((sum, row) => sum + row.paidCount, 0), rows.reduce((sum, row) => sum + row.paidAmount, 0)];
  };
  await db.update(orders).set({ payState: "unpaid" });
  expect([await paid("all"), await paid(second.id)]).toEqual([
    [0, 0],
    [0, 0],
  ]);
  await db.update(orders).set({ payState: "paid", total: 50_00 }).where(eq(orders.id, order.id));
  await db.update(orders).set({ payState: "refunded", refunded: 50_00, total: 60_00 }).where(eq(orders.id, order.id));
  expect([await paid("all"), await paid(first.id), await paid(second.id)]).toEqual([
    [1, 60_00],
    [0, 0],
    [1, 60_00],
  ]);
  await db.delete(orders).where(eq(orders.id, order.id));
  const [after] = await db.select().from(orderCounters).where(eq(orderCounters.scope, second.id));
  expect(after).toMatchObject({ count: 0, paidCount: 0, paidAmount: 0 });
});
