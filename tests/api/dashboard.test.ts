import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import type { ActorUser } from "~/domain/context";
import { orderStatuses } from "~/domain/orders/orderStates";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aRefund, aStaffMember } from "../support/factories";
import { callApi } from "../support/portal";
import { anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let client: ActorUser;
let member: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.clear();
  client = await aCustomer(database.db, { firstName: "Cleo" });
  member = await aStaffMember(database.db, { firstName: "Mia", privileges: "Admin" });
});
afterAll(() => database.dispose());

async function ask(user: ActorUser | null, search = "") {
  const ctx = testContext(database.db, anonymous);
  if (!user) return callApi(ctx, "GET", `/admin/dashboard${search}`);
  const { sessionId, generation } = await aSession(ctx, user, "api");
  const bearer = await ctx.signer.accessToken({ sessionId, generation }, TEST_NOW + ACCESS_MS);
  return callApi(ctx, "GET", `/admin/dashboard${search}`, { bearer });
}

test("GET /admin/dashboard: returns the last seven days in exact dollars", async () => {
  const order = await anOrder(database.db, {
    clientId: client.id,
    assignedToId: member.id,
    total: 250_10,
    createdAt: TEST_NOW,
    paidAt: TEST_NOW,
  });
  await aRefund(database.db, order, { amount: 50_07 });
  await anOrder(database.db, { clientId: client.id, total: 9_99, paidAt: Date.parse("2026-11-14T23:59:59.999Z") });
  const { status, json } = await ask(member);
  expect(status).toBe(200);
  expect(json).toEqual({
    fromDate: "2026-11-15T00:00:00.000Z",
    toDate: "2026-11-21T23:59:59.999Z",
    revenueByDate: {
      "2026-11-15": 0,
      "2026-11-16": 0,
      "2026-11-17": 0,
      "2026-11-18": 0,
      "2026-11-19": 0,
      "2026-11-20": 0,
      "2026-11-21": 200.03,
    },
    totalRevenue: 200.03,
    previous: { fromDate: "2026-11-08T00:00:00.000Z", toDate: "2026-11-14T23:59:59.999Z", totalRevenue: 9.99 },
    revenueByAdmins: [{ id: member.id, name: "Mia Example", revenue: 200.03 }],
    revenueByClients: [{ id: client.id, name: "Cleo Example", revenue: 200.03 }],
    clientsComparison: [{ id: client.id, name: "Cleo Example", revenue: 200.03, previousRevenue: 9.99 }],
    orderCount: {
      totalCount: 2,
      orderStatusCountMap: { ...Object.fromEntries(orderStatuses.map((one) => [one, 0])), Active: 2 },
    },
    refundOrders: [
      { id: order.id, orderId: order.number, totalAmount: 250.1, refundedAmount: 50.07, status: "Active" },
    ],
  });
});

test("limits a Manager's figures and refuses customers and visitors", async () => {
  const manager = await aStaffMember(database.db, { privileges: "Manager" });
  const { status, json } = await ask(manager);
  expect(status).toBe(200);
  expect(json).toHaveProperty("revenueByClients");
  expect(json).not.toHaveProperty("revenueByAdmins");
  expect(json).not.toHaveProperty("clientsComparison");
  expect((await ask(client)).status).toBe(403);
  expect((await ask(null)).status).toBe(401);
});

test("accepts the range as days and as ISO timestamps", async () => {
  for (const [moment, total] of [
    ["2026-11-14T23:59:59.999Z", 1_01],
    ["2026-11-15T00:00:00.000Z", 10_03],
    ["2026-11-15T23:59:59.999Z", 100_07],
    ["2026-11-16T00:00:00.000Z", 1000_11],
  ] as const)
    await anOrder(database.db, { clientId: client.id, total, paidAt: Date.parse(moment) });
  for (const search of [
    "?fromDate=2026-11-15&toDate=2026-11-15",
    "?fromDate=2026-11-15T00:00:00.000Z&toDate=2026-11-15T23:59:59.999Z",
    "?fromDate=2026-11-15T02:00:00%2B02:00&toDate=2026-11-15T23:59:59.999Z",
  ])
    expect((await ask(member, search)).json, search).toMatchObject({
      totalRevenue: 110.1,
      revenueByDate: { "2026-11-15": 110.1 },
    });
});

test("rejects invalid ranges and ranges above three months", async () => {
  const refused = async (search: string) => {
    const { status, json } = await ask(member, search);
    return [status, json];
  };
  const tooLong = "Choose a range of at most 3 months";
  expect(await refused("?fromDate=2026-01-01T00:00:00.000Z&toDate=2026-04-02T23:59:59.999Z")).toEqual([
    400,
    { message: tooLong, fieldErrors: { toDate: [tooLong] } },
  ]);
  expect(await refused("?fromDate=2026-01-01")).toEqual([
    400,
    { message: "Choose a date", fieldErrors: { toDate: ["Choose a date"] } },
  ]);
  expect((await refused("?fromDate=2026-01-02&toDate=2026-01-01"))[0]).toBe(400);
  expect((await refused("?fromDate=soon&toDate=2026-01-01"))[0]).toBe(400);
  expect((await refused("?fromDate=2026-01-01&fromDate=2026-01-02&toDate=2026-01-03"))[0]).toBe(400);
  expect((await ask(member, "?fromDate=2026-01-01T00:00:00.000Z&toDate=2026-03-31T23:59:59.999Z")).status).toBe(200);
});
