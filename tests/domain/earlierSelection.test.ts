import { afterAll, beforeEach, expect, test } from "vitest";
import { earlierSelection } from "~/domain/checkout/earlierSelection";
import { answerName } from "~/domain/intake/answerName";
import { earlierAnswers } from "~/domain/intake/earlierAnswers";
import { lastAnswers } from "~/domain/intake/lastAnswers";
import { valuesOfSelection } from "~/features/checkout/checkoutValues";
import { newId } from "~db/ids";
import { orderEntries } from "~db/schema";
import { openTestDatabase } from "../support/database";
import { aCustomer, anOrder, aService } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

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

test("another order starts from the client's own answers, without files", async () => {
  const [client, stranger] = [await aCustomer(db), await aCustomer(db)];
  const { service, packages } = await aService(db);
  const packageId = packages[0]!.id;
  const field = (id: string, itemType: "TEXT" | "FILE_UPLOAD", value: string | string[]) =>
    ({ id, itemType, value, name: id, mandatory: false, placeHolder: "", helpText: "", sequence: 0 }) as const;
  const orderAt = (createdAt: number, clientId = client.id) =>
    anOrder(db, { clientId, serviceId: service.id, createdAt });
  const answer = async (orderId: string, role: "CUSTOMER" | "ADMIN", url: string) => {
    const items = [field("url", "TEXT", url), field("brief", "FILE_UPLOAD", ["/files/brief"])];
    await db
      .insert(orderEntries)
      .values({ id: newId(TEST_NOW), orderId, packageId, role, createdById: client.id, items, createdAt: TEST_NOW });
  };
  const old = await orderAt(TEST_NOW - 3);
  await answer(old.id, "CUSTOMER", "https://example.com/old");
  const answered = await orderAt(TEST_NOW - 2);
  await answer(answered.id, "ADMIN", "https://example.com/staff");
  await answer(answered.id, "CUSTOMER", "https://example.com/mine");
  const foreign = await orderAt(TEST_NOW - 1, stranger.id);
  await answer(foreign.id, "CUSTOMER", "https://example.com/foreign");
  const latest = await orderAt(TEST_NOW);
  const ctx = testContext(db, actingAs(client));
  const expected = {
    orderId: answered.id,
    orderNumber: answered.number,
    values: { [answerName(packageId, "url")]: "https://example.com/mine" },
  };
  expect(await earlierAnswers(ctx, answered.id)).toEqual(expected);
  expect(await lastAnswers(ctx, latest.id)).toEqual(expected);
  expect(await lastAnswers(ctx, old.id)).toBeNull();
  expect(await earlierAnswers(ctx, foreign.id)).toBeNull();
  expect(await lastAnswers(testContext(db, actingAs(stranger)), latest.id)).toBeNull();
  expect(await earlierAnswers(testContext(db), answered.id)).toBeNull();
});
