import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endSession, endSessionsOf } from "~/domain/accounts/endSession";
import { renewSession } from "~/domain/accounts/renewSession";
import { ABSOLUTE_MS, ACCESS_MS, IDLE_MS, IMPERSONATION_MS, LEEWAY_MS } from "~/domain/accounts/sessionLimits";
import { readProof, type SessionProof, writeProof } from "~/domain/accounts/sessionSecret";
import { signOut } from "~/domain/accounts/signOut";
import { DAY_MS } from "~/domain/days";
import { history, sessions, users } from "~db/schema";
import { aSession, proofOf } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const at = (now: number) => testContext(database.db, anonymous, { now });
const renew = (now: number, proof: SessionProof | null, kind: "page" | "api" = "page", force = false) =>
  renewSession(at(now), proof, { kind, force });
const stored = async (proof: SessionProof) =>
  (await database.db.select().from(sessions).where(eq(sessions.id, proof.sessionId)).get())!;

test("reads a valid session with its user and unread count, no write", async () => {
  const customer = await aCustomer(database.db);
  const proof = await aSession(at(TEST_NOW), customer);
  const before = await stored(proof);
  const renewal = await renew(TEST_NOW + ACCESS_MS - 1, proof);
  expect(renewal).toMatchObject({ state: "good", found: { user: { id: customer.id }, unread: 0 } });
  expect(renewal).not.toHaveProperty("proof");
  expect(await stored(proof)).toEqual(before);
});

test("ten concurrent requests at expiry share one rotation", async () => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db));
  const now = TEST_NOW + ACCESS_MS;
  const renewals = await Promise.all(Array.from({ length: 10 }, () => renew(now, proof)));
  expect(renewals.map((renewal) => renewal.state)).toEqual(Array(10).fill("good"));
  const proofs = renewals.map((renewal) => (renewal.state === "good" ? renewal.proof : null));
  for (const renewed of proofs) expect(renewed).toEqual(proofs[0]);
  expect(await stored(proof)).toMatchObject({ generation: 2, rotatedAt: now, endedAt: null });
  expect(await renew(now + 1, proofs[0]!)).toMatchObject({ state: "good" });
  expect(await database.db.select().from(history)).toEqual([]);
});

test("two parallel API refreshes both succeed", async () => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db), "api");
  const renewals = await Promise.all([renew(TEST_NOW, proof, "api", true), renew(TEST_NOW, proof, "api", true)]);
  expect(renewals.map((renewal) => renewal.state)).toEqual(["good", "good"]);
  expect((await stored(proof)).generation).toBe(2);
});

test.each([
  ["page", 0],
  ["page", LEEWAY_MS],
  ["page", LEEWAY_MS + 1000],
  ["page", ACCESS_MS],
  ["page", 3 * DAY_MS],
  ["page", IDLE_MS - 1],
  ["api", LEEWAY_MS],
  ["api", LEEWAY_MS + 1000],
  ["api", ACCESS_MS],
  ["api", IDLE_MS - 1],
] as const)("hands a lost successor out again: %s after %d ms", async (kind, ms) => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db), kind);
  const rotated = TEST_NOW + ACCESS_MS;
  const lost = proofOf(await renew(rotated, proof, kind, kind === "api"));
  const again = await renew(rotated + ms, proof, kind, kind === "api");
  expect(again).toMatchObject({ state: "good", proof: lost });
  expect(await renew(rotated + ms + 1, lost, kind)).not.toHaveProperty("proof");
  expect(await stored(proof)).toMatchObject({ generation: 2, endedAt: null, usedAt: rotated + ms + 1 });
  expect(await database.db.select().from(history)).toEqual([]);
});

test("accepts the previous generation for 10 s once the successor is used", async () => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db));
  const successor = proofOf(await renew(TEST_NOW + ACCESS_MS, proof));
  const used = TEST_NOW + ACCESS_MS + 60_000;
  await renew(used, successor);
  expect(await renew(used + LEEWAY_MS - 1, proof)).toMatchObject({ state: "good", proof: successor });
  expect((await stored(proof)).generation).toBe(2);
  expect(await renew(used + LEEWAY_MS, proof)).toEqual({ state: "refused" });
});

test("ten tabs that wake with a lost answer stay signed in", async () => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db));
  const lost = proofOf(await renew(TEST_NOW + ACCESS_MS, proof));
  const woken = TEST_NOW + DAY_MS;
  const renewals = await Promise.all(Array.from({ length: 10 }, () => renew(woken, proof)));
  expect(renewals.map(proofOf)).toEqual(Array(10).fill(lost));
  expect(await renew(woken + 1, lost)).not.toHaveProperty("proof");
  expect(await renew(woken + 2, proof)).toMatchObject({ state: "good", proof: lost });
});

test("using the successor once more does not move the end of the previous one", async () => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db));
  const rotated = TEST_NOW + ACCESS_MS;
  const successor = proofOf(await renew(rotated, proof));
  await Promise.all([renew(rotated + 1, successor), renew(rotated + 1, successor)]);
  await renew(rotated + LEEWAY_MS, successor);
  expect((await stored(proof)).usedAt).toBe(rotated + 1);
});

test("a session that ended meanwhile notes no use and hands nothing out", async () => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db));
  const successor = proofOf(await renew(TEST_NOW + ACCESS_MS, proof));
  await endSession(at(TEST_NOW + ACCESS_MS + 1), proof.sessionId, "signed out");
  for (const given of [proof, successor])
    expect(await renew(TEST_NOW + ACCESS_MS + 2, given)).toEqual({ state: "refused" });
  expect((await stored(proof)).usedAt).toBeNull();
});

test("a rotation by the previous release keeps its ten seconds", async () => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db));
  const rotated = TEST_NOW + ACCESS_MS;
  await renew(rotated, proof);
  await database.db.update(sessions).set({ usedAt: TEST_NOW });
  expect((await renew(rotated + LEEWAY_MS - 1, proof)).state).toBe("good");
  expect((await renew(rotated + LEEWAY_MS, proof)).state).toBe("refused");
});

test("reusing a replaced secret ends the session and is recorded", async () => {
  const customer = await aCustomer(database.db);
  const proof = await aSession(at(TEST_NOW), customer);
  const other = await aSession(at(TEST_NOW + 1), customer);
  const rotated = TEST_NOW + ACCESS_MS;
  const renewal = await renew(rotated, proof);
  const current = proofOf(renewal);
  await renew(rotated, current);
  const replayedAt = rotated + LEEWAY_MS;
  const ctx = testContext(database.db, anonymous, { now: replayedAt });
  expect(await renewSession(ctx, proof, { kind: "page" })).toEqual({ state: "refused" });
  expect(await stored(proof)).toMatchObject({ endedAt: replayedAt, endReason: "replayed" });
  // Live connections of that session are closed.
  await ctx.settled();
  expect(ctx.disconnected()).toEqual([`${customer.id} ${proof.sessionId}`]);
  // Neither the thief's nor the owner's copy works; the user's other session does.
  expect(await renew(replayedAt, current)).toEqual({ state: "refused" });
  expect((await stored(other)).endedAt).toBeNull();
  const audit = await database.db.select().from(history);
  expect(audit).toMatchObject([
    { entity: "session", entityId: proof.sessionId, actorId: customer.id, createdAt: replayedAt },
  ]);
  expect(JSON.stringify(audit)).not.toContain(proof.secret);
});

test("a secret two generations old is a replay even in the leeway", async () => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db), "api");
  const second = await renew(TEST_NOW, proof, "api", true);
  await renew(TEST_NOW, second.state === "good" ? second.proof! : null, "api", true);
  expect((await stored(proof)).generation).toBe(3);
  expect(await renew(TEST_NOW + 1, proof, "api")).toEqual({ state: "refused" });
  expect((await stored(proof)).endReason).toBe("replayed");
});

test("expires an idle session and ends a used one at the absolute limit", async () => {
  const idle = await aSession(at(TEST_NOW), await aCustomer(database.db));
  expect((await renew(TEST_NOW + IDLE_MS - 1, idle)).state).toBe("good");
  const unused = await aSession(at(TEST_NOW + 1), await aCustomer(database.db));
  expect((await renew(TEST_NOW + 1 + IDLE_MS, unused)).state).toBe("refused");
  expect((await stored(unused)).endReason).toBe("expired");

  let used = await aSession(at(TEST_NOW + 2), await aCustomer(database.db));
  const end = TEST_NOW + 2 + ABSOLUTE_MS;
  for (let now = TEST_NOW + 2 + IDLE_MS / 2; now < end; now += IDLE_MS / 2) {
    const renewal = await renew(now, used);
    expect(renewal.state).toBe("good");
    if (renewal.state === "good" && renewal.proof) used = renewal.proof;
  }
  expect((await stored(used)).accessExpiresAt).toBeLessThanOrEqual(end);
  expect((await renew(end - 1, used)).state).toBe("good");
  expect((await renew(end, used)).state).toBe("refused");
});

test("ends an impersonation after 60 minutes despite activity", async () => {
  const admin = await aStaffMember(database.db);
  const own = await aSession(at(TEST_NOW), admin);
  const impersonator = { adminId: admin.id, sessionId: own.sessionId };
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db), "page", impersonator);
  expect((await renew(TEST_NOW + IMPERSONATION_MS - 1, proof)).state).toBe("good");
  expect((await renew(TEST_NOW + IMPERSONATION_MS, proof)).state).toBe("refused");
});

test("page and API sessions are not interchangeable", async () => {
  const customer = await aCustomer(database.db);
  const page = await aSession(at(TEST_NOW), customer, "page");
  const api = await aSession(at(TEST_NOW + 1), customer, "api");
  expect((await renew(TEST_NOW + 2, page, "api", true)).state).toBe("refused");
  expect((await renew(TEST_NOW + 2, api, "page")).state).toBe("refused");
  expect((await stored(page)).endedAt).toBeNull();
  expect((await stored(api)).endedAt).toBeNull();
});

test.each([
  ["nothing", () => null],
  ["another session's secret", (proof: SessionProof) => ({ ...proof, sessionId: "01ARZ3NDEKTSV4RRFFQ69G5FAV" })],
  ["another generation", (proof: SessionProof) => ({ ...proof, generation: 2 })],
  ["a changed secret", (proof: SessionProof) => ({ ...proof, secret: `${proof.secret.slice(0, -1)}_` })],
])("refuses a forged proof without ending the session: %s", async (_, forge) => {
  const ctx = at(TEST_NOW);
  const proof = await aSession(ctx, await aCustomer(database.db));
  expect((await renewSession(ctx, proof, { kind: "page" })).state).toBe("good");
  expect(await renewSession(ctx, forge(proof), { kind: "page" })).toEqual({ state: "refused" });
  expect((await stored(proof)).endedAt).toBeNull();
});

test.each([
  "",
  "x",
  "a.b.c",
  "01ARZ3NDEKTSV4RRFFQ69G5FAV.1",
  `01ARZ3NDEKTSV4RRFFQ69G5FAV.1.${"a".repeat(44)}`,
  "' or 1=1",
])("reads no proof from '%s'", (text) => expect(readProof(text)).toBeNull());

test("round-trips a proof", async () => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db));
  expect(readProof(writeProof(proof))).toEqual(proof);
});

test("signing out ends only that session on the server", async () => {
  const customer = await aCustomer(database.db);
  const proof = await aSession(at(TEST_NOW), customer);
  const other = await aSession(at(TEST_NOW + 1), customer);
  await signOut(testContext(database.db, actingAs(customer, proof.sessionId)));
  expect((await renew(TEST_NOW + 2, proof)).state).toBe("refused");
  expect((await renew(TEST_NOW + 2, other)).state).toBe("good");
  expect((await stored(proof)).endReason).toBe("signed out");
});

test("ends all other sessions of a user and nobody else's", async () => {
  const customer = await aCustomer(database.db);
  const mine = await aSession(at(TEST_NOW), customer);
  const elsewhere = await aSession(at(TEST_NOW + 1), customer, "api");
  const stranger = await aSession(at(TEST_NOW + 2), await aCustomer(database.db));
  await endSessionsOf(at(TEST_NOW + 3), customer.id, "password change", mine.sessionId);
  expect([await stored(mine), await stored(elsewhere), await stored(stranger)].map((row) => row.endedAt)).toEqual([
    null,
    TEST_NOW + 3,
    null,
  ]);
  await endSession(at(TEST_NOW + 9), elsewhere.sessionId, "again");
  expect(await stored(elsewhere)).toMatchObject({ endedAt: TEST_NOW + 3, endReason: "password change" });
});

test("refuses the sessions of a deleted user", async () => {
  const customer = await aCustomer(database.db);
  const proof = await aSession(at(TEST_NOW), customer);
  await database.db.update(users).set({ deletedAt: TEST_NOW }).where(eq(users.id, customer.id));
  expect((await renew(TEST_NOW + 1, proof)).state).toBe("refused");
});

test("checks expiry and signature of an access token on every read", async () => {
  const { signer } = at(TEST_NOW);
  const claims = { sessionId: "one", generation: 3 };
  const token = await signer.accessToken(claims, TEST_NOW + ACCESS_MS);
  const [header, , signature] = token.split(".");
  const altered = btoa(JSON.stringify({ gen: 4, sub: "two", exp: TEST_NOW })).replace(/=+$/, "");
  for (let round = 0; round < 2; round++) {
    expect(await signer.readAccessToken(token, TEST_NOW)).toEqual(claims);
    expect(await signer.readAccessToken(token, TEST_NOW + ACCESS_MS - 1)).toEqual(claims);
    expect(await signer.readAccessToken(token, TEST_NOW + ACCESS_MS)).toBeNull();
    expect(await signer.readAccessToken(`${header}.${altered}.${signature}`, TEST_NOW)).toBeNull();
  }
});

test("stores only a hash of the secret", async () => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db));
  expect(JSON.stringify(await stored(proof))).not.toContain(proof.secret);
  expect((await stored(proof)).secretHash).toMatch(/^[0-9a-f]{64}$/);
});
