import { afterAll, expect, test } from "vitest";
import { clientDetails } from "~/domain/clients/clientDetails";
import { openTestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

const database = await openTestDatabase();
const { db } = database;
afterAll(() => database.dispose());

test("names a client's newest order and who works on it", async () => {
  const [client, other] = [await aCustomer(db), await aCustomer(db)];
  const manager = await aStaffMember(db, { firstName: "Mia", lastName: "Example" });
  const lastOrder = async () => (await clientDetails(testContext(db, actingAs(manager)), client.id)).lastOrder;
  expect(await lastOrder()).toBeNull();
  const old = await anOrder(db, { clientId: client.id, createdAt: TEST_NOW - 2 });
  await anOrder(db, { clientId: other.id, createdAt: TEST_NOW });
  expect(await lastOrder()).toEqual({
    id: old.id,
    number: old.number,
    createdAt: TEST_NOW - 2,
    manager: null,
  });
  const newest = await anOrder(db, { clientId: client.id, createdAt: TEST_NOW - 1, assignedToId: manager.id });
  expect(await lastOrder()).toMatchObject({ number: newest.number, manager: "Mia Example" });
});
