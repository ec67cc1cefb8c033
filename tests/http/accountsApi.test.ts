import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { table } from "~/api/table";
import { countryNames } from "~/domain/accounts/countries";
import { ACCESS_MS, IDLE_MS } from "~/domain/accounts/sessionLimits";
import { writeProof } from "~/domain/accounts/sessionSecret";
import type { Context } from "~/domain/context";
import { history, securityEvents, sessions, users } from "~db/schema";
import { aMember, aResetLink, aSession, hashOfPassword, NEW_PASSWORD, PASSWORD } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { callApi } from "../support/portal";
import { anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await hashOfPassword();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const at = (now = TEST_NOW, overrides: Partial<Context> = {}) =>
  testContext(database.db, anonymous, { now, ...overrides });

async function tokensOf(email: string, now = TEST_NOW): Promise<{ jwtToken: string; refreshToken: string }> {
  const answer = await callApi(at(now), "POST", "/user/signIn", { body: { email, password: PASSWORD } });
  expect(answer.status).toBe(200);
  return answer.json;
}

test("signs in staff and customers and returns the user without the hash", async () => {
  const customer = await aMember(database.db, { phoneNo: "+1 555 0100", country: "Norway", photoKey: "photo/1.jpg" });
  const staff = await aMember(database.db, { role: "ADMIN", privileges: "Manager", firstLogin: false });
  for (const [person, expected] of [
    [customer, { role: "CUSTOMER", privileges: null, photoUrl: "/files/photo/1.jpg", firstLogin: true }],
    [staff, { role: "ADMIN", privileges: "Manager", photoUrl: null, firstLogin: false }],
  ] as const) {
    const tokens = await tokensOf(person.email);
    expect(Object.keys(tokens).sort()).toEqual(["jwtToken", "refreshToken"]);
    const me = await callApi(at(), "GET", "/user/detail", { bearer: tokens.jwtToken });
    expect(me).toMatchObject({ status: 200, json: { _id: person.id, email: person.email, ...expected } });
    expect(me.json.lastLogin).toBe("2026-11-21T12:00:00.000Z");
    expect(me.text).not.toMatch(/scrypt|passwordHash/i);
    expect(me.headers.get("Cache-Control")).toBe("no-store");
  }
});

test("an access token names the user's id and role and nothing personal", async () => {
  const { id, email } = await aMember(database.db, { role: "ADMIN", privileges: "Manager" });
  const { jwtToken, refreshToken } = await tokensOf(email);
  const refreshed = await callApi(at(), "GET", `/user/refreshToken?token=${refreshToken}`);
  for (const token of [jwtToken, refreshed.json.jwtToken]) {
    const payload = JSON.parse(atob(token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));
    const numbers = { gen: expect.any(Number), exp: expect.any(Number) };
    expect(payload).toEqual({ sub: expect.any(String), uid: id, role: "ADMIN", ...numbers });
    expect((await at().signer.readAccessToken(token, TEST_NOW))?.user).toEqual({ id, role: "ADMIN" });
  }
});

test("DELETE /user/session makes the access and refresh tokens useless", async () => {
  const { email } = await aMember(database.db);
  const { jwtToken: bearer, refreshToken } = await tokensOf(email);
  const other = await tokensOf(email);
  expect(await callApi(at(), "DELETE", "/user/session", { bearer })).toMatchObject({ status: 200, json: {} });
  expect((await callApi(at(), "GET", "/user/detail", { bearer })).status).toBe(401);
  expect((await callApi(at(), "GET", `/user/refreshToken?token=${refreshToken}`)).status).toBe(403);
  expect((await callApi(at(), "GET", "/user/detail", { bearer: other.jwtToken })).status).toBe(200);
  expect((await callApi(at(), "DELETE", "/user/session")).status).toBe(401);
});

test("records what a call or its operation refuses to a signed-in person", async () => {
  const manager = await aMember(database.db, { role: "ADMIN", privileges: "Manager", firstLogin: false });
  const { jwtToken: bearer } = await tokensOf(manager.email);
  const ctx = at();
  await callApi(ctx, "POST", "/admin/find", { bearer, body: { page: 0, pageSize: 10 } });
  await callApi(ctx, "POST", "/user/find", { body: {} });
  await ctx.settled();
  const refused = await database.db.select().from(securityEvents).where(eq(securityEvents.kind, "forbidden"));
  expect(refused).toMatchObject([{ userId: manager.id, detail: "POST /api/admin/find" }]);
});

test("/user/detail/{id}: staff read any user, customers themselves only", async () => {
  const customer = await aMember(database.db);
  const other = await aMember(database.db);
  const gone = await aMember(database.db, { deletedAt: TEST_NOW });
  const manager = await aMember(database.db, { role: "ADMIN", privileges: "Manager" });
  const { jwtToken: staff } = await tokensOf(manager.email);
  const { jwtToken: stranger } = await tokensOf(other.email);
  const status = async (id: string, bearer?: string) =>
    (await callApi(at(), "GET", `/user/detail/${id}`, { bearer })).status;
  expect(await status(customer.id, staff)).toBe(200);
  expect(await status(manager.id, staff)).toBe(200);
  expect(await status(gone.id, staff)).toBe(404);
  for (const id of ["nobody", "%00", "..", "a".repeat(65)]) expect([400, 404]).toContain(await status(id, staff));
  expect(await status(customer.id, stranger)).toBe(404);
  for (const id of [manager.id, gone.id, "nobody"]) expect(await status(id, stranger)).toBe(404);
  const [byId, own] = await Promise.all(
    [`/user/detail/${other.id}`, "/user/detail"].map((path) => callApi(at(), "GET", path, { bearer: stranger })),
  );
  expect(byId).toMatchObject({ status: 200, json: own!.json });
  expect(await status(customer.id)).toBe(401);
});

test("/user/countries lists the countries without a bearer", async () => {
  const answer = await callApi(at(), "GET", "/user/countries");
  expect(answer).toMatchObject({ status: 200, json: countryNames });
  expect(answer.json).toEqual(expect.arrayContaining(["United States", "India", "Norway"]));
  expect(answer.json.length).toBeGreaterThan(190);
});

test("the API accepts the bearer scheme only, no cookie", async () => {
  const customer = await aMember(database.db);
  const page = await aSession(at(), customer, "page");
  const { jwtToken, refreshToken } = await tokensOf(customer.email);
  const jwtOfPage = await at().signer.accessToken({ sessionId: page.sessionId, generation: 1 }, TEST_NOW + ACCESS_MS);
  const me = async (headers: Record<string, string>) =>
    (await callApi(at(), "GET", "/user/detail", { headers })).status;
  expect(await me({ Authorization: `Bearer ${jwtToken}` })).toBe(200);
  for (const headers of [
    {},
    { Cookie: `session=${writeProof(page)}` },
    { Cookie: `session=${jwtToken}; __Host-session=${writeProof(page)}` },
    { Authorization: jwtToken },
    { Authorization: `bearer ${jwtToken}x` },
    { Authorization: `Basic ${btoa(`${customer.email}:${PASSWORD}`)}` },
    { Authorization: `Bearer ${refreshToken}` },
    { Authorization: `Bearer ${jwtOfPage}` },
    { Authorization: "Bearer null" },
  ] as Record<string, string>[])
    expect(await me(headers)).toBe(401);
});

test("rejects tokens that are unsigned or of another secret or algorithm", async () => {
  const customer = await aMember(database.db);
  const { jwtToken } = await tokensOf(customer.email);
  const [header, payload, signature] = jwtToken.split(".") as [string, string, string];
  const encode = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, "");
  for (const forged of [
    `${encode({ alg: "none", typ: "JWT" })}.${payload}.`,
    `${encode({ alg: "none" })}.${payload}.${signature}`,
    `${header}.${encode({ ...JSON.parse(atob(payload)), exp: 9999999999 })}.${signature}`,
    `${header}.${payload}.${"A".repeat(43)}`,
  ])
    expect((await callApi(at(), "GET", "/user/detail", { bearer: forged })).status).toBe(401);
});

test("the access token ends after 15 minutes or with its session", async () => {
  const customer = await aMember(database.db);
  const { jwtToken } = await tokensOf(customer.email);
  const status = async (now: number) => (await callApi(at(now), "GET", "/user/detail", { bearer: jwtToken })).status;
  expect(await status(TEST_NOW + ACCESS_MS - 1000)).toBe(200);
  expect(await status(TEST_NOW + ACCESS_MS)).toBe(401);
  // However new the token is, it is rejected when its session has ended or idled out.
  const [session] = await database.db.select().from(sessions);
  for (const over of [{ expiresAt: TEST_NOW + 2 }, { rotatedAt: TEST_NOW + 2 - IDLE_MS }]) {
    await database.db.update(sessions).set(over);
    expect(await status(TEST_NOW + 1)).toBe(200);
    expect(await status(TEST_NOW + 2)).toBe(401);
    await database.db.update(sessions).set({ expiresAt: session!.expiresAt, rotatedAt: session!.rotatedAt });
  }
  await database.db.update(sessions).set({ endedAt: TEST_NOW + 1 });
  expect(await status(TEST_NOW + 2)).toBe(401);
});

test("refresh: rotates the tokens, and a replaced one ends the session", async () => {
  const customer = await aMember(database.db);
  const first = await tokensOf(customer.email);
  const refresh = (token: string, now: number) =>
    callApi(at(now), "GET", `/user/refreshToken?token=${encodeURIComponent(token)}`);
  const later = TEST_NOW + ACCESS_MS;
  const [second, twin] = await Promise.all([refresh(first.refreshToken, later), refresh(first.refreshToken, later)]);
  expect([second.status, twin.status]).toEqual([200, 200]);
  expect(second.json.refreshToken).toBe(twin.json.refreshToken);
  expect(second.headers.get("Cache-Control")).toBe("no-store");
  expect((await callApi(at(later), "GET", "/user/detail", { bearer: second.json.jwtToken })).status).toBe(200);

  const replayed = await refresh(first.refreshToken, later + 10_000);
  expect(replayed).toMatchObject({ status: 403, json: { message: "Please sign in again" } });
  expect((await refresh(second.json.refreshToken, later + 10_001)).status).toBe(403);
  const audit = JSON.stringify(await database.db.select().from(history));
  expect(audit).toContain("An old session token was reused, so the session was ended");
  for (const token of [first.refreshToken, second.json.refreshToken]) expect(audit).not.toContain(token.split(".")[2]);
});

test.each(["access", "refresh"])("a lost refresh can be repeated until its %s token was used", async (used) => {
  const customer = await aMember(database.db);
  const first = await tokensOf(customer.email);
  const refresh = (token: string, now: number) =>
    callApi(at(now), "GET", `/user/refreshToken?token=${encodeURIComponent(token)}`);
  const later = TEST_NOW + ACCESS_MS;
  await refresh(first.refreshToken, later);
  const repeated = await refresh(first.refreshToken, later + 11_000);
  expect(repeated.status).toBe(200);
  const usedAt = later + 20_000;
  if (used === "refresh") await refresh(repeated.json.refreshToken, usedAt);
  else await callApi(at(usedAt), "GET", "/user/detail", { bearer: repeated.json.jwtToken });
  expect((await refresh(first.refreshToken, usedAt + 10_000)).status).toBe(403);
});

test("a page session cannot be refreshed into tokens", async () => {
  const page = await aSession(at(), await aMember(database.db), "page");
  const answer = await callApi(at(), "GET", `/user/refreshToken?token=${writeProof(page)}`);
  expect(answer.status).toBe(403);
});

test("limits answer 429 with Retry-After and no other detail", async () => {
  const office = at(TEST_NOW, { address: "203.0.113.7" });
  const body = { email: "ada@example.com", password: "Wrong#2026" };
  const statuses = [];
  for (let n = 0; n < 6; n++) statuses.push((await callApi(office, "POST", "/user/signIn", { body })).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  const refused = await callApi(office, "POST", "/user/signIn", { body });
  expect(refused.headers.get("Retry-After")).toBe("900");
  expect(refused.json).toEqual({
    message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ (seconds?|minutes|hours)\.$/),
  });
  for (let n = 0; n < 30; n++) await callApi(office, "GET", "/user/refreshToken?token=x");
  expect((await callApi(office, "GET", "/user/refreshToken?token=x")).status).toBe(429);
});

test("sign-up accepts its four fields only", async () => {
  const body = {
    firstName: "Ada",
    lastName: "Example",
    email: "ada@example.com",
    password: PASSWORD,
    role: "ADMIN",
    privileges: "SuperAdmin",
    affiliate: true,
    affiliateCode: "MINE2026",
    _id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    version: 99,
    userStatus: "ACTIVE",
    firstLogin: false,
    createdAt: 0,
    passwordHash: "x",
    __proto__: { role: "ADMIN" },
  };
  const answer = await callApi(at(), "POST", "/user/signUp?role=ADMIN", { body });
  expect(answer).toMatchObject({ status: 200, json: { message: "Account created successfully" } });
  const [row] = await database.db.select().from(users);
  expect(row).toMatchObject({
    role: "CUSTOMER",
    privileges: null,
    affiliate: false,
    affiliateCode: null,
    version: 1,
    userStatus: "LEAD",
    firstLogin: true,
    createdAt: TEST_NOW,
  });
  expect(row!.id).not.toBe(body._id);
  const again = await callApi(at(), "POST", "/user/signUp", { body });
  expect(again).toMatchObject({
    status: 409,
    json: { message: "User Already exists", fieldErrors: { email: ["User Already exists"] } },
  });
});

test("a reset link works once over the API", async () => {
  const customer = await aMember(database.db);
  const token = await aResetLink(database.db, customer.id);
  const set = (body: unknown) => callApi(at(), "POST", "/user/updatePassword", { body });
  const weak = await set({ token, password: "weak" });
  expect(weak.status).toBe(400);
  expect(weak.json.fieldErrors.password[0]).toMatch(/^Use 8 to 32 characters/);
  expect(await set({ token, password: NEW_PASSWORD })).toMatchObject({
    status: 200,
    json: { message: "Password reset successfully" },
  });
  expect(await set({ token, password: NEW_PASSWORD })).toMatchObject({
    status: 400,
    json: { message: "This link is no longer valid. Please request a new one." },
  });
});

test("answers every request for a reset link the same way", async () => {
  const customer = await aMember(database.db);
  const ask = (email: string) => callApi(at(), "GET", `/user/resetPassword?email=${encodeURIComponent(email)}`);
  const [known, unknown] = [await ask(customer.email), await ask("nobody@example.com")];
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  expect(known.headers.get("Cache-Control")).toBe("no-store");
  expect(await ask("nobody")).toMatchObject({ status: 400, json: { message: "Please provide a valid email" } });
});

test.each<[string, string, string, number]>([
  ["an unknown path", "GET", "/user/nothing", 404],
  ["an empty path", "GET", "/", 404],
  ["an incomplete path", "GET", "/user", 404],
  ["a longer path", "GET", "/user/detail/a/b", 404],
  ["invalid encoding", "GET", "/user/detail/%zz", 404],
  ["another method", "GET", "/user/signIn", 405],
  ["an unsupported method", "PATCH", "/user/detail", 405],
])("%s: %s %s answers %i", async (_, method, path, status) => {
  const answer = await callApi(at(), method, path);
  expect(answer.status).toBe(status);
  expect(answer.json.message).toEqual(expect.any(String));
  if (status === 405) expect(answer.headers.get("Allow")).toMatch(/^(GET|POST)/);
});

test.each([
  ["not JSON", "email=a"],
  ["a list", "[]"],
  ["null", "null"],
  ["a string", '"x"'],
  ["an incomplete object", '{"email":'],
])("rejects a body that is %s with 400 and the reason", async (_, body) => {
  const answer = await callApi(at(), "POST", "/user/signIn", { body });
  expect(answer).toMatchObject({ status: 400, json: { message: "The body is not a JSON object" } });
});

test("rejects values of the wrong type with 400 and the field", async () => {
  for (const value of [null, 1, true, [], {}, { $ne: "" }, ["a@example.com"]]) {
    const answer = await callApi(at(), "POST", "/user/signIn", { body: { email: value, password: PASSWORD } });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.fieldErrors)).toEqual(["email"]);
  }
});

test("rejects a body over 1 MiB, with or without Content-Length", async () => {
  const body = { email: "ada@example.com", password: "x".repeat(1024 * 1024) };
  for (const headers of [{}, { "Content-Length": String(2 * 1024 * 1024) }] as Record<string, string>[])
    expect((await callApi(at(), "POST", "/user/signIn", { body, headers })).status).toBe(400);
});

test("401 names the scheme, and 403 sends no challenge", async () => {
  const staff = await aStaffMember(database.db);
  const customer = await aMember(database.db);
  const { jwtToken } = await tokensOf(customer.email);
  expect((await callApi(at(), "GET", `/user/detail/${staff.id}`)).headers.get("WWW-Authenticate")).toBe("Bearer");
  const forbidden = await callApi(at(), "GET", "/user/dropDown/ada", { bearer: jwtToken });
  expect(forbidden).toMatchObject({ status: 403, json: { message: "You are not allowed to do this" } });
  expect(forbidden.headers.has("WWW-Authenticate")).toBe(false);
});

test("a browser cannot be made to send a GET that changes something", async () => {
  const { email } = await aMember(database.db);
  const { refreshToken } = await tokensOf(email);
  const changing = table.filter((row) => row.changes).map(({ method, path }) => `${method} ${path}`);
  expect(changing.sort()).toEqual([
    "GET /service/clone",
    "GET /user/data",
    "GET /user/refreshToken",
    "GET /user/resetPassword",
    "GET /user/token/{id}",
  ]);
  const refresh = (headers: Record<string, string>) =>
    callApi(at(), "GET", `/user/refreshToken?token=${refreshToken}`, { headers });
  for (const headers of [
    { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image" },
    { "Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "empty" },
    { "Sec-Fetch-Site": "none", "Sec-Fetch-Dest": "document" },
    { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "iframe" },
  ])
    expect((await refresh(headers)).status).toBe(403);
  expect((await refresh({ "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "empty" })).status).toBe(200);
});

test("refuses a parameter that is given twice", async () => {
  const twice = await callApi(at(), "GET", "/user/resetPassword?email=a@example.com&email=b@example.com");
  expect([twice.status, twice.json.fieldErrors]).toEqual([400, { email: expect.any(Array) }]);
});
