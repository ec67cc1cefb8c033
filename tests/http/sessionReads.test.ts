import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endSession } from "~/domain/accounts/endSession";
import { writeProof } from "~/domain/accounts/sessionSecret";
import { resolveSession } from "~/http/resolveSession.server";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { sessions, users } from "~db/schema";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { aPortal, callApi, SITE } from "../support/portal";
import { anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
const count = newStatementCount();
let client: D1Database;
beforeAll(async () => {
  database = await openTestDatabase();
  client = countStatements(database.binding, count);
});
beforeEach(async () => {
  await database.clear();
  Object.assign(count, newStatementCount());
});
afterAll(() => database.dispose());

const caller = () => testContext(openDb(client), anonymous);

async function bearerOf(user: { id: string }) {
  const ctx = testContext(database.db);
  const { sessionId, generation } = await aSession(ctx, user, "api");
  return { sessionId, bearer: await ctx.signer.accessToken({ sessionId, generation }, TEST_NOW + 60_000) };
}
const find = (bearer: string) => callApi(caller(), "POST", "/order/find", { bearer, body: { page: 0, pageSize: 10 } });

async function staffWithAnOrder() {
  const owner = await aCustomer(database.db);
  await anOrder(database.db, { clientId: owner.id });
  const staff = await aStaffMember(database.db);
  const change = (values: Partial<typeof users.$inferInsert>) =>
    database.db.update(users).set(values).where(eq(users.id, staff.id));
  return { ...(await bearerOf(staff)), change };
}

test("reads an order list in two round trips, session included", async () => {
  const { bearer } = await staffWithAnOrder();
  expect((await find(bearer)).json.totalElements).toBe(1);
  expect(count.roundTrips).toBe(2);
});

test.each([
  ["find", "POST", "/order/find", { page: 0, pageSize: 10 }],
  ["write", "POST", "/order/messages", { orderId: "none", messageType: "Customer", body: "Hello" }],
] as const)("reads only the session for a refused %s", async (_, method, path, body) => {
  const { bearer, sessionId } = await staffWithAnOrder();
  await find(bearer);
  await endSession(testContext(database.db), sessionId, "signedOut");
  count.statements = 0;
  expect((await callApi(caller(), method, path, { bearer, body })).status).toBe(401);
  expect(count.statements).toBe(1);
});

test("checks the role that the user has at the time of the request", async () => {
  const { bearer, change } = await staffWithAnOrder();
  expect((await find(bearer)).json.totalElements).toBe(1);
  await change({ role: "CUSTOMER", privileges: null });
  expect((await find(bearer)).json.totalElements).toBe(0);
  await change({ role: "ADMIN", privileges: "Manager" });
  expect((await find(bearer)).json.totalElements).toBe(1);
});

test("refuses the next request of a user who was removed", async () => {
  const { bearer, change } = await staffWithAnOrder();
  expect((await find(bearer)).status).toBe(200);
  await change({ deletedAt: TEST_NOW });
  expect((await find(bearer)).status).toBe(401);
});

test("ends an impersonation with its admin's session", async () => {
  const { db } = database;
  const admin = await aStaffMember(db);
  const owner = await aCustomer(db);
  const own = await aSession(testContext(db), admin);
  const proof = await aSession(testContext(db), owner, "page", { adminId: admin.id, sessionId: own.sessionId });
  const open = async () => {
    const request = new Request(`${SITE}/orders`, { headers: { Cookie: `session=${writeProof(proof)}` } });
    const portal = aPortal(caller(), request);
    await resolveSession(portal);
    return portal;
  };
  expect((await open()).ctx.actor).toMatchObject({ kind: "impersonated", adminId: admin.id });
  await db.update(sessions).set({ endedAt: TEST_NOW, endReason: "signedOut" }).where(eq(sessions.id, own.sessionId));
  const refused = await open();
  expect(refused.ctx.actor).toEqual(anonymous);
  expect(refused.setCookies.join()).toContain("session=;");
});
