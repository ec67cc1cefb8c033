import { afterAll, beforeEach, expect, test } from "vitest";
import { earlierSelection } from "~/domain/checkout/earlierSelection";
import { valuesOfSelection } from "~/features/checkout/checkoutValues";
import { openTestDatabase } from "../support/database";
import { aCustomer, anOrder } from "../support/factories";
import { actingAs, testContext } from "../support/testContext";

const database = await openTestDatabase();
const { db } = database;
afterAll(() => database.dispose());
beforeEach(() => database.clear());

test("only the client of an order can order the same again", async () => {
  const [client, stranger] = [await aCustomer(db), await aCustomer(db)];
  const order = await anOrder(db, { clientId: client.id });
  const like = { orderId: order.id, serviceId: order.serviceId };
  expect(await earlierSelection(testContext(db, actingAs(client)), like)).toMatchObject({ paymentType: "DIRECT" });
  expect(await earlierSelection(testContext(db, actingAs(stranger)), like)).toBeNull();
  expect(await earlierSelection(testContext(db), like)).toBeNull();
  expect(await earlierSelection(testContext(db, actingAs(client)), { ...like, serviceId: "other" })).toBeNull();
});

test("fills the packages that the service still has", () => {
  const service = {
    packages: [
      { id: "a", addOns: [{ value: "Fast", price: 1, defaultOption: false }] },
      { id: "b", addOns: [] },
    ],
  };
  const items = [
    { packageId: "a", quantity: 3, addOn: "Fast" },
    { packageId: "gone", quantity: 2, addOn: null },
  ];
  expect(valuesOfSelection(service as never, { paymentType: "SUBSCRIPTION", items })).toEqual({
    paymentType: "SUBSCRIPTION",
    "packageCounts[0].count": "3",
    "packageCounts[0].addOn": "Fast",
  });
});
