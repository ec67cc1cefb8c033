import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WITHHELD } from "~/domain/access";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import { users } from "~db/schema";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { callApi } from "../support/portal";
import { TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let bearers: Record<"manager" | "customer" | "stranger" | "acting", string>;
let client: string;
let other: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  const ctx = testContext(db);
  const bearerOf = async (person: { id: string }, impersonator?: { adminId: string; sessionId: string }) => {
    const { sessionId } = await aSession(ctx, person, "api", impersonator);
    return { sessionId, bearer: await ctx.signer.accessToken({ sessionId, generation: 1 }, TEST_NOW + ACCESS_MS) };
  };
  const manager = await aStaffMember(db, { privileges: "Manager" });
  const [one, two] = [await aCustomer(db, { lastName: "Zuckermann" }), await aCustomer(db)];
  [client, other] = [one.id, two.id];
  const managers = await bearerOf(manager);
  bearers = {
    manager: managers.bearer,
    customer: (await bearerOf(one)).bearer,
    stranger: (await bearerOf(two)).bearer,
    acting: (await bearerOf(one, { adminId: manager.id, sessionId: managers.sessionId })).bearer,
  };
});
afterAll(() => database.dispose());

const call = (method: string, path: string, body?: unknown, who: keyof typeof bearers = "manager") =>
  callApi(testContext(database.db), method, path, { bearer: bearers[who], ...(body ? { body } : {}) });

test("accepts a client as it was read, with or without an affiliate code", async () => {
  const read = (await call("GET", `/user/detail/${other}`)).json;
  expect(read).toMatchObject({ affiliate: false, affiliateCode: null });
  const sent = await call("PUT", `/user/detail/${other}`, read);
  expect([sent.status, sent.json]).toEqual([200, read]);
  expect((await call("PUT", `/user/detail/${other}`, { affiliateCode: "" })).status).toBe(400);
});

test("accepts the bearer scheme in any letter case", async () => {
  const headers = { Authorization: `bearer ${bearers.manager}` };
  expect((await callApi(testContext(database.db), "GET", "/user/detail", { headers })).status).toBe(200);
});

test("finds, creates, reads and updates clients and ignores foreign fields", async () => {
  const found = await call("POST", "/user/find", {
    page: 0,
    pageSize: 10,
    filterFields: [{ key: "lastName", searchOperation: "like", value: "zucker" }],
  });
  expect(found.json).toMatchObject({
    totalElements: 1,
    content: [{ _id: client, lastName: "Zuckermann", lastLogin: null }],
  });
  for (const body of [
    { pageSize: 101 },
    { filterFields: [{ key: "passwordHash", searchOperation: "like", value: "x" }] },
    { filterFields: [{ key: "email", searchOperation: "in", value: ["x"] }] },
    { sortBy: "email" },
    { filterFields: [{ key: "email", searchOperation: "like", value: "x".repeat(250) }] },
  ])
    expect((await call("POST", "/user/find", body)).status).toBe(400);

  const made = await call("POST", "/user/create", {
    firstName: "New",
    lastName: "Client",
    email: "new@example.com",
    role: "ADMIN",
    privileges: "SuperAdmin",
    userStatus: "ACTIVE",
    password: "Portal#2026",
    _id: "mine",
    version: 9,
  });
  expect(made.json).toMatchObject({
    role: "CUSTOMER",
    privileges: null,
    userStatus: "LEAD",
    version: 1,
    email: "new@example.com",
  });
  expect(made.json._id).not.toBe("mine");
  const again = await call("POST", "/user/create", { firstName: "N", lastName: "C", email: "NEW@example.com" });
  expect([again.status, again.json]).toEqual([
    409,
    { message: "User Already exists", fieldErrors: { email: ["User Already exists"] } },
  ]);
  expect((await call("POST", "/user/create", { email: "x" })).json.fieldErrors).toEqual({
    firstName: ["First name is required"],
    lastName: ["Last name is required"],
    email: ["Please provide a valid email"],
  });

  const { service } = await aService(database.db);
  const changed = await call("PUT", `/user/detail/${client}`, {
    userStatus: "INACTIVE",
    clientType: "BLOG",
    city: "Bern",
    affiliate: true,
    affiliateCode: "bern-1",
    commissionMetaDataList: [{ serviceId: service.id, percent: 12.25, firstTime: false, perpetual: true }],
    role: "ADMIN",
    privileges: "SuperAdmin",
    email: "taken@example.com",
    version: 1,
    createdTime: "2020-01-01",
  });
  expect(changed.json).toMatchObject({
    _id: client,
    role: "CUSTOMER",
    privileges: null,
    userStatus: "INACTIVE",
    clientType: "BLOG",
    city: "Bern",
    affiliate: true,
    affiliateCode: "BERN-1",
    version: 2,
    commissionMetaDataList: [{ serviceId: service.id, percent: 12.25, firstTime: false, perpetual: true }],
  });
  expect(changed.json.email).not.toBe("taken@example.com");
  const stale = await call("PUT", `/user/detail/${client}`, { version: 1, city: "Rome" });
  expect([stale.status, stale.json.message]).toEqual([
    409,
    "This record was changed by someone else. Please reload and try again.",
  ]);
  expect((await call("GET", `/user/detail/${client}`)).json).toEqual(changed.json);
  expect(changed.text).not.toContain("passwordHash");
});

test("sums and moves orders and answers 404 for unknown ids", async () => {
  const order = await anOrder(database.db, { clientId: client, total: 12_34 });
  expect((await call("GET", `/order/sum/client/${client}`)).json).toEqual({ ordersCount: 1, sumOfOrderValues: 12.34 });
  const move = { id: [order.id], updatedClientId: other, oldClientId: client };
  expect(
    (await call("POST", "/order/change/client", { ...move, oldClientId: other, updatedClientId: client })).status,
  ).toBe(404);
  expect((await call("POST", "/order/change/client", { ...move, updatedClientId: undefined })).json.message).toBe(
    "Select a client",
  );
  expect((await call("POST", "/order/change/client", move)).json).toEqual({
    moved: 1,
    message: "Updated successfully",
  });
  expect((await call("GET", `/order/sum/client/${client}`)).json).toEqual({ ordersCount: 0, sumOfOrderValues: 0 });
  for (const path of ["/user/detail/nobody", "/user/token/nobody", "/order/sum/client/nobody"])
    expect((await call("GET", path)).status).toBe(404);
  expect((await call("PUT", "/user/detail/nobody", { city: "Rome" })).status).toBe(404);
});

test("refuses customers and impersonated sessions without any change", async () => {
  const before = await database.db.select().from(users).where(eq(users.id, client)).get();
  expect((await call("POST", "/user/find", {}, "stranger")).status).toBe(403);
  for (const who of ["customer", "stranger", "acting"] as const)
    for (const [method, path, body] of [
      ["POST", "/user/create", { firstName: "A", lastName: "B", email: "c@example.com" }],
      ["PUT", `/user/detail/${client}`, { affiliate: true, affiliateCode: "MINE" }],
      ["GET", `/user/token/${client}`],
      ["GET", `/order/sum/client/${client}`],
      ["POST", "/order/change/client", { id: ["x"], updatedClientId: client, oldClientId: other }],
    ] as const)
      expect([who, path, (await call(method, path, body, who)).status]).toEqual([who, path, 403]);
  expect((await call("GET", `/user/detail/${client}`, undefined, "stranger")).status).toBe(404);
  expect(await database.db.select().from(users).where(eq(users.id, client)).get()).toEqual(before);
});

test("refuses to change a client's card during impersonation", async () => {
  const answer = await call("POST", "/subscription/card", { id: "x" }, "acting");
  expect([answer.status, answer.json.message]).toEqual([403, WITHHELD]);
});
