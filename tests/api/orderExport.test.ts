import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answerApi } from "~/api/answerApi.server";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import type { ActorUser } from "~/domain/context";
import { openDb } from "~db/client.server";
import { orders } from "~db/schema";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { failingBinding } from "../support/failingDatabase";
import { callApi, SITE } from "../support/portal";
import { readSheet } from "../support/readSheet";
import { anonymous, TEST_NOW, testContext } from "../support/testContext";

const SECRET = "the client is three invoices behind";

let database: TestDatabase;
let member: ActorUser;
let client: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  const { db } = database;
  member = await aStaffMember(db, { firstName: "Mia", lastName: "Example", privileges: "Manager" });
  client = await aCustomer(db, { firstName: "Cleo", lastName: "Example" });
  for (const n of [1, 2, 3])
    await anOrder(db, {
      clientId: client.id,
      status: n === 3 ? "Completed" : "Working",
      notes: SECRET,
      total: n * 100 + 1,
      createdAt: TEST_NOW + n,
      completedAt: n === 3 ? TEST_NOW : null,
      assignedToId: n === 1 ? member.id : null,
    });
});

async function bearerOf(user: ActorUser) {
  const ctx = testContext(database.db);
  const { sessionId } = await aSession(ctx, user, "api");
  return await ctx.signer.accessToken({ sessionId, generation: 1 }, TEST_NOW + ACCESS_MS);
}
const call = async (user: ActorUser | null, method: string, path: string, body?: unknown) =>
  await callApi(testContext(database.db, anonymous), method, path, {
    body,
    bearer: user ? await bearerOf(user) : undefined,
  });
const exported = async (user: ActorUser, body: unknown, db = database.db) =>
  await answerApi(
    testContext(db, anonymous),
    new Request(`${SITE}/api/order/export`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { Authorization: `Bearer ${await bearerOf(user)}` },
    }),
  );

test("order/export: returns every matching order in the named file", async () => {
  const answer = await exported(member, {
    page: 7,
    pageSize: 3,
    filterFields: [{ key: "status", searchOperation: "in", value: ["Working"] }],
    sortBy: "createdTime",
    sortDirection: "asc",
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="Orders-20261121-120000.xlsx"');
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const rows = readSheet(bytes);
  expect(rows.slice(1).map((row) => [row[2], row[3], row[6], row[7]])).toEqual([
    ["Cleo Example", 1.01, "Mia Example", "Working"],
    ["Cleo Example", 2.01, "Unassigned", "Working"],
  ]);
  expect(JSON.stringify(rows)).not.toContain(SECRET);
});

test("order/export: refuses customers, visitors and invalid filters", async () => {
  expect((await exported(client, {})).status).toBe(403);
  expect((await call(null, "POST", "/order/export", {})).status).toBe(401);
  for (const filterFields of [
    [{ key: "notes", searchOperation: "like", value: "x" }],
    [{ key: "status", searchOperation: "eq", value: "Pending" }],
  ])
    expect((await call(member, "POST", "/order/export", { filterFields })).status).toBe(400);
});

test("order/export: answers the fixed text for every database failure", async () => {
  for (let k = 1, reached = true; reached; k++) {
    const failing = failingBinding(database.binding, k);
    const answer = await exported(member, {}, openDb(failing.binding));
    reached = failing.reached();
    if (answer.status === 200) {
      expect(readSheet(new Uint8Array(await answer.arrayBuffer()))).toHaveLength(4);
      continue;
    }
    const { message } = (await answer.json()) as { message: string };
    expect(["An error occurred while exporting", "An error occurred. Please try again."]).toContain(message);
    // The handler reads the session first.
    if (k > 2) expect(message).toBe("An error occurred while exporting");
  }
});

test("order/find accepts every operation", async () => {
  const find = async (...filterFields: unknown[]) =>
    (await call(member, "POST", "/order/find", { filterFields })).json.content.map(
      (row: { totalAmount: number }) => row.totalAmount,
    );
  expect(await find({ key: "status", searchOperation: "eq", value: "Completed" })).toEqual([3.01]);
  expect(await find({ key: "status", searchOperation: "in", value: ["Completed", "Working"] })).toEqual([
    3.01, 2.01, 1.01,
  ]);
  expect(await find({ key: "clientName", searchOperation: "like", value: "CLEO" })).toEqual([3.01, 2.01, 1.01]);
  expect(await find({ key: "assignedToAdminId", searchOperation: "isnull" })).toEqual([3.01, 2.01]);
  const iso = new Date(TEST_NOW).toISOString();
  expect(await find({ key: "completedDate", searchOperation: "btn", value: iso, toValue: iso })).toEqual([3.01]);
});

test("order/manual: returns the new ids, or each message by field", async () => {
  const { service, packages } = await aService(database.db);
  const right = {
    clientId: client.id,
    serviceId: service.id,
    packageCounts: [{ packageId: packages[0]!.id, count: 2 }],
    totalPrice: 200,
    paidDate: "2026-11-10T00:00:00.000Z",
    transactionDetails: "Wire 4711",
    checkoutKey: "api-form-1",
  };
  const made = await call(member, "POST", "/order/manual", right);
  expect(made.status).toBe(200);
  expect(made.json).toMatchObject({
    _id: expect.any(String),
    orderId: expect.any(Number),
    paymentType: "MANUAL",
    totalAmount: 200,
    status: "Active",
    paidDate: "2026-11-10T00:00:00.000Z",
    transactionDetails: "Wire 4711",
  });
  expect((await call(member, "POST", "/order/manual", right)).json._id).toBe(made.json._id);
  const refused = await call(member, "POST", "/order/manual", { totalPrice: 0 });
  expect(refused.status).toBe(400);
  expect(refused.json.fieldErrors).toEqual({
    clientId: ["Select a client"],
    serviceId: ["Select a service"],
    paidDate: ["Paid date is required"],
    transactionDetails: ["Transaction details are required"],
  });
  const changed = await call(member, "POST", "/order/manual", { ...right, checkoutKey: "api-form-2", totalPrice: 1 });
  expect([changed.status, changed.json.totalPrice]).toEqual([409, 200]);
  const { checkoutKey: _, ...keyless } = right;
  expect((await call(member, "POST", "/order/manual", keyless)).json._id).not.toBe(made.json._id);
  expect((await call(client, "POST", "/order/manual", right)).status).toBe(403);
  expect((await call(null, "POST", "/order/manual", right)).status).toBe(401);
  expect(await database.db.select().from(orders)).toHaveLength(5);
});

test("user/dropDown/{text}: lists clients for staff only", async () => {
  const found = await call(member, "GET", `/user/dropDown/${encodeURIComponent("cleo ex")}`);
  expect(found.json).toEqual([{ _id: client.id, name: "Cleo Example", email: client.email }]);
  expect((await call(member, "GET", "/user/dropDown/c")).json).toEqual([]);
  expect((await call(client, "GET", "/user/dropDown/cleo")).status).toBe(403);
  expect((await call(null, "GET", "/user/dropDown/cleo")).status).toBe(401);
});
