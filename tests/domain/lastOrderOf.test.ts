import { afterAll, expect, test } from "vitest";
import { Forbidden } from "~/domain/errors";
import { lastOrderOf } from "~/domain/orders/lastOrderOf";
import { openTestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

const database = await openTestDatabase();
const { db } = database;
afterAll(() => database.dispose());

test("names a client's newest order and who works on it", async () => {
  const [client, other] = [await aCustomer(db), await aCustomer(db)];
  const manager = await aStaffMember(db, { firstName: "Mia", lastName: "Example" });
  const staff = testContext(db, actingAs(manager));
  expect(await lastOrderOf(staff, client.id)).toBeNull();
  const old = await anOrder(db, { clientId: client.id, createdAt: TEST_NOW - 2 });
  await anOrder(db, { clientId: other.id, createdAt: TEST_NOW });
  expect(await lastOrderOf(staff, client.id)).toEqual({
    ...{ id: old.id, number: old.number, createdAt: TEST_NOW - 2 },
    manager: null,
  });
  const newest = await anOrder(db, { clientId: client.id, createdAt: TEST_NOW - 1, assignedToId: manager.id });
  expect(await lastOrderOf(staff, client.id)).toMatchObject({ number: newest.number, manager: "Mia Example" });
  await expect(lastOrderOf(testContext(db, actingAs(client)), client.id)).rejects.toBeInstanceOf(Forbidden);
});
