import { afterAll, beforeEach, expect, test } from "vitest";
import { Forbidden } from "~/domain/errors";
import { orderCountsByService } from "~/domain/orders/orderCountsByService";
import { openTestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { actingAs, testContext } from "../support/testContext";

const database = await openTestDatabase();
const { db } = database;
afterAll(() => database.dispose());
beforeEach(() => database.clear());

test("counts each service's orders up to a bound", async () => {
  const [busy, idle] = [(await aService(db)).service, (await aService(db)).service];
  const client = await aCustomer(db);
  for (let n = 0; n < 12; n++) await anOrder(db, { clientId: client.id, serviceId: busy.id });
  const staff = testContext(db, actingAs(await aStaffMember(db)));
  const { counts } = await orderCountsByService(staff, [busy.id, idle.id]);
  expect([...counts]).toEqual([
    [busy.id, 12],
    [idle.id, 0],
  ]);
  const page = [busy.id, ...Array.from({ length: 99 }, (_, index) => `service-${index}`)];
  expect(await orderCountsByService(staff, page)).toMatchObject({ most: 10 });
  expect((await orderCountsByService(staff, page)).counts.get(busy.id)).toBe(10);
  await expect(orderCountsByService(testContext(db, actingAs(client)), [busy.id])).rejects.toBeInstanceOf(Forbidden);
});
