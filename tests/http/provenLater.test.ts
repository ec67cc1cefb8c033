import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endSession } from "~/domain/accounts/endSession";
import { writeProof } from "~/domain/accounts/sessionSecret";
import { resolveSession } from "~/http/resolveSession.server";
import { openDb } from "~db/client.server";
import { countStatements, type StatementCount } from "~db/countStatements.server";
import { type Assumption, provenLater, provingBinding, takeForGranted } from "~db/provenLater.server";
import { sessions, users } from "~db/schema";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { failingBinding } from "../support/failingDatabase";
import { aPortal, callApi, SITE } from "../support/portal";
import { anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let count: StatementCount;
/** The database as a request has it: proving, and counted. */
let client: D1Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.clear();
  count = { statements: 0, roundTrips: 0, rowsRead: 0 };
  client = provingBinding(countStatements(database.binding, count));
});
afterAll(() => database.dispose());

const ONE = "select 1 as one";
const grant = (one: number, asked: unknown[] = []): Assumption => ({
  query: ONE,
  values: [],
  holds: (row) => {
    asked.push(row);
    return row?.one === one;
  },
});

test("what was taken for granted is asked once, in the round trip of the first read", async () => {
  const asked: unknown[] = [];
  const read = () => client.prepare("select 2 as two");
  for (const first of [
    async () => (await read().all<{ two: number }>()).results[0]?.two,
    async () => (await read().run<{ two: number }>()).results[0]?.two,
    async () => await read().first("two"),
    async () => (await read().first<{ two: number }>())?.two,
    async () => (await read().raw<[number]>())[0]?.[0],
    async () => (await client.batch<{ two: number }>([read(), read()]))[1]?.results[0]?.two,
  ]) {
    count.roundTrips = 0;
    asked.length = 0;
    const value = await provenLater(async () => {
      expect(takeForGranted(client, grant(1, asked))).toBe(true);
      // One at a time, and only once a request.
      expect(takeForGranted(client, grant(1))).toBe(false);
      const value = await first();
      expect(takeForGranted(client, grant(1))).toBe(false);
      expect(count.roundTrips).toBe(1);
      await first();
      return value;
    });
    expect(value).toBe(2);
    expect(asked).toEqual([{ one: 1 }]);
    expect(count.roundTrips).toBe(2);
  }
});

test("outside, nothing is taken for granted", async () => {
  expect(takeForGranted(client, grant(1))).toBe(false);
  // Nor on a binding that would not prove it.
  expect(await provenLater(async () => takeForGranted(database.binding, grant(1)))).toBe(false);
});

test("what did not hold: no row is handed out, no write is sent, nothing is answered, and the work starts again", async () => {
  await aCustomer(database.db);
  const write = () => client.prepare("update users set version = version + 1").run();
  const version = () => database.binding.prepare("select version from users").first<number>("version");
  const before = (await version())!;
  const works: [string, () => Promise<unknown>][] = [
    ["a read", () => client.prepare(ONE).first("one")],
    ["two reads at once", () => Promise.all([client.prepare(ONE).first(), client.prepare(ONE).first()])],
    ["a write", write],
    [
      "a write beside a read",
      () => client.batch([client.prepare(ONE), client.prepare("update users set version = 9")]),
    ],
    ["a read and a write at once", () => Promise.all([client.prepare(ONE).first(), write()])],
    ["nothing", async () => {}],
    ["an error", () => Promise.reject(new Error("of the first attempt"))],
  ];
  for (const [name, work] of works) {
    const after: string[] = [];
    let attempts = 0;
    const answer = await provenLater(async () => {
      if (!takeForGranted(client, grant(2))) return "again";
      attempts++;
      await work();
      after.push("went on");
      return "first";
    });
    expect([name, answer, attempts]).toEqual([name, "again", 1]);
    expect(after, name).toEqual(name === "nothing" ? ["went on"] : []);
  }
  expect(await version()).toBe(before);

  // And where it held, the write is sent, once, after the proof.
  count.roundTrips = 0;
  await provenLater(async () => {
    takeForGranted(client, grant(1));
    await write();
  });
  expect(await version()).toBe(before + 1);
  expect(count.roundTrips).toBe(2);
});

test("errors are those of the work; one of the question itself starts the work again", async () => {
  await expect(
    provenLater(async () => {
      takeForGranted(client, grant(1));
      throw new Error("of the work");
    }),
  ).rejects.toThrow("of the work");
  const failing = provingBinding(failingBinding(database.binding, 1).binding);
  let attempts = 0;
  const read = async () => {
    attempts++;
    takeForGranted(failing, grant(1));
    return await failing.prepare("select 2 as two").first("two");
  };
  expect(await provenLater(read)).toBe(2);
  expect(attempts).toBe(2);
});

/** The API's door on the proving database. */
const door = (now = TEST_NOW) => testContext(openDb(client), anonymous, { now });
async function bearerOf(user: { id: string }) {
  const ctx = testContext(database.db);
  const { sessionId, generation } = await aSession(ctx, user, "api");
  return { sessionId, bearer: await ctx.signer.accessToken({ sessionId, generation }, TEST_NOW + 60_000) };
}
const find = (bearer: string) => callApi(door(), "POST", "/order/find", { bearer, body: { page: 0, pageSize: 10 } });

test("a list asked for again costs one round trip, session included, and answers the same", async () => {
  const client = await aCustomer(database.db);
  await anOrder(database.db, { clientId: client.id });
  const { bearer } = await bearerOf(await aStaffMember(database.db));
  const first = await find(bearer);
  expect(first.json.totalElements).toBe(1);
  count.roundTrips = 0;
  expect((await find(bearer)).json).toEqual(first.json);
  expect(count.roundTrips).toBe(1);
});

test("a session that was ended, or whose person changed, is what it is now in the very next answer", async () => {
  const { db } = database;
  const owner = await aCustomer(db);
  await anOrder(db, { clientId: owner.id });
  const staff = await aStaffMember(db);
  const change = (values: Partial<typeof users.$inferInsert>) =>
    db.update(users).set(values).where(eq(users.id, staff.id));

  const demoted = await bearerOf(staff);
  expect((await find(demoted.bearer)).json.totalElements).toBe(1);
  await change({ role: "CUSTOMER", privileges: null });
  expect((await find(demoted.bearer)).json.totalElements).toBe(0);
  await change({ role: "ADMIN", privileges: "Manager" });
  expect((await find(demoted.bearer)).json.totalElements).toBe(1);

  await endSession(testContext(db), demoted.sessionId, "signedOut");
  expect((await find(demoted.bearer)).status).toBe(401);
  expect((await find(demoted.bearer)).status).toBe(401);

  const removed = await bearerOf(staff);
  expect((await find(removed.bearer)).status).toBe(200);
  await change({ deletedAt: TEST_NOW });
  expect((await find(removed.bearer)).status).toBe(401);
});

test("an impersonation ends with its admin's session, whatever was known of it", async () => {
  const { db } = database;
  const admin = await aStaffMember(db);
  const owner = await aCustomer(db);
  const own = await aSession(testContext(db), admin);
  const proof = await aSession(testContext(db), owner, "page", { adminId: admin.id, sessionId: own.sessionId });
  const ask = () => {
    const request = new Request(`${SITE}/orders`, { headers: { Cookie: `session=${writeProof(proof)}` } });
    return provenLater(async () => {
      const portal = aPortal(door(), request);
      await resolveSession(portal);
      return portal;
    });
  };
  for (let n = 0; n < 2; n++)
    expect((await ask()).ctx.actor).toMatchObject({ kind: "impersonated", adminId: admin.id });
  await db.update(sessions).set({ endedAt: TEST_NOW, endReason: "signedOut" }).where(eq(sessions.id, own.sessionId));
  const refused = await ask();
  expect(refused.ctx.actor).toEqual(anonymous);
  expect(refused.setCookies.join()).toContain("session=;");
});
