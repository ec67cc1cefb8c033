import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { endpoint } from "~/api/endpoint";
import { runRow } from "~/api/runRow.server";
import { endSession } from "~/domain/accounts/endSession";
import { IDLE_MS } from "~/domain/accounts/sessionLimits";
import { writeProof } from "~/domain/accounts/sessionSecret";
import type { Context, TokenUser } from "~/domain/context";
import { Forbidden, Unauthenticated } from "~/domain/errors";
import type { AccessClaims } from "~/domain/ports/signer";
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

const caller = (overrides: Partial<Context> = {}) => testContext(openDb(client), anonymous, overrides);

/** A bearer as sign-in issues it, for a session of its user. */
async function bearerOf({ id, role }: TokenUser, impersonator?: Parameters<typeof aSession>[3]) {
  const { sessionId, generation } = await aSession(testContext(database.db), { id }, "api", impersonator);
  return { sessionId, bearer: await tokenOf({ sessionId, generation, user: { id, role } }) };
}
const tokenOf = (claims: AccessClaims) => testContext(database.db).signer.accessToken(claims, TEST_NOW + 60_000);
const find = (bearer: string, body: object = { page: 0, pageSize: 10 }, ctx = caller()) =>
  callApi(ctx, "POST", "/order/find", { bearer, body });

async function staffWithOrders() {
  const owner = await aCustomer(database.db);
  await anOrder(database.db, { clientId: owner.id });
  await anOrder(database.db, { clientId: (await aCustomer(database.db)).id });
  const staff = await aStaffMember(database.db);
  const change = (values: Partial<typeof users.$inferInsert>) =>
    database.db.update(users).set(values).where(eq(users.id, staff.id));
  return { ...(await bearerOf(staff)), staff, owner, change };
}

test("reads an order list in one round trip, session included", async () => {
  const { bearer, owner } = await staffWithOrders();
  expect((await find(bearer)).json.totalElements).toBe(2);
  expect(count).toMatchObject({ roundTrips: 1, statements: 3 });
  const own = await bearerOf(owner);
  count.roundTrips = 0;
  expect((await find(own.bearer)).json.content).toMatchObject([{ serviceName: expect.any(String) }]);
  expect(count.roundTrips).toBe(1);
});

test("answers a token that names no user in two round trips", async () => {
  const { bearer, sessionId } = await staffWithOrders();
  const { text } = await find(bearer);
  count.roundTrips = 0;
  expect((await find(await tokenOf({ sessionId, generation: 1 }))).text).toBe(text);
  expect(count.roundTrips).toBe(2);
});

test.each([
  ["find", "POST", "/order/find", { page: 0, pageSize: 10 }],
  ["write", "POST", "/order/messages", { orderId: "none", messageType: "Customer", body: "Hello" }],
] as const)("reads nothing after the session for a refused %s", async (_, method, path, body) => {
  const { bearer, sessionId } = await staffWithOrders();
  await find(bearer);
  await endSession(testContext(database.db), sessionId, "signedOut");
  count.roundTrips = 0;
  const { status, json } = await callApi(caller(), method, path, { bearer, body });
  expect({ status, json }).toEqual({ status: 401, json: { message: new Unauthenticated().message } });
  expect(count.roundTrips).toBe(1);
});

test("checks the role that the user has at the time of the request", async () => {
  const { bearer, change } = await staffWithOrders();
  expect((await find(bearer)).json.totalElements).toBe(2);
  await change({ role: "CUSTOMER", privileges: null });
  expect((await find(bearer)).json.totalElements).toBe(0);
  await change({ role: "ADMIN", privileges: "Manager" });
  expect((await find(bearer)).json.totalElements).toBe(2);
});

test("shows staff rows to a customer token once its user is staff", async () => {
  const { owner } = await staffWithOrders();
  const { bearer } = await bearerOf(owner);
  expect((await find(bearer)).json.totalElements).toBe(1);
  await database.db.update(users).set({ role: "ADMIN", privileges: "Manager" }).where(eq(users.id, owner.id));
  expect((await find(bearer)).json.totalElements).toBe(2);
});

test("trusts the session over the user that a token names", async () => {
  const { staff, owner } = await staffWithOrders();
  const { sessionId } = await bearerOf(owner);
  const { text } = await find(await tokenOf({ sessionId, generation: 1 }));
  for (const user of [staff, { id: staff.id, role: "CUSTOMER" }, { id: owner.id, role: "ADMIN" }] as TokenUser[])
    expect((await find(await tokenOf({ sessionId, generation: 1, user }))).text).toBe(text);
});

test("reads for the customer that an impersonating session shows", async () => {
  const { staff, owner, change } = await staffWithOrders();
  const own = await aSession(testContext(database.db), staff);
  const { bearer } = await bearerOf(owner, { adminId: staff.id, sessionId: own.sessionId });
  count.roundTrips = 0;
  expect((await find(bearer)).json.totalElements).toBe(1);
  expect(count.roundTrips).toBe(2);
  await change({ role: "CUSTOMER", privileges: null });
  expect((await find(bearer)).status).toBe(401);
});

test.each([
  ["idle", { rotatedAt: TEST_NOW - IDLE_MS }],
  ["expired", { expiresAt: TEST_NOW }],
  ["page", { kind: "page" as const }],
])("answers no row to an %s session", async (_, values) => {
  const { bearer, sessionId } = await staffWithOrders();
  await database.db.update(sessions).set(values).where(eq(sessions.id, sessionId));
  const { status, json } = await find(bearer);
  expect({ status, json }).toEqual({ status: 401, json: { message: new Unauthenticated().message } });
});

test("answers no row to staff who must set up a second factor", async () => {
  const { bearer } = await staffWithOrders();
  const { status, json } = await find(bearer, {}, caller({ staffTwoFactor: "required" }));
  expect({ status, json }).toEqual({ status: 403, json: { message: expect.stringContaining("two-factor") } });
});

test("reports invalid input after the session", async () => {
  const { bearer, sessionId } = await staffWithOrders();
  for (const body of [{ pageSize: 101 }, { page: -1 }]) expect((await find(bearer, body)).status).toBe(400);
  await endSession(testContext(database.db), sessionId, "signedOut");
  for (const body of [{ pageSize: 101 }, { page: -1 }]) expect((await find(bearer, body)).status).toBe(401);
});

test("checks the permission of the session's actor before a batch answers", async () => {
  const { staff, change } = await staffWithOrders();
  const { bearer } = await bearerOf(staff);
  const row = endpoint({
    method: "GET",
    path: "/none",
    permission: "reports.view",
    summary: "",
    output: z.object({}),
    run: async () => "run",
    batch: () => ({ selects: [], toAnswer: () => "batch" }),
  });
  const request = new Request(SITE, { headers: { Authorization: `Bearer ${bearer}` } });
  const run = () => runRow(caller(), row, async () => ({}), { request, setCookies: [] });
  expect(await run()).toBe("batch");
  await change({ privileges: "Manager" });
  await expect(run()).rejects.toThrow(Forbidden);
});

test("refuses the next request of a user who was removed", async () => {
  const { bearer, change } = await staffWithOrders();
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
