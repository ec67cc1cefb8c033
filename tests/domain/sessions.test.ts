import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endSession, endSessionsOf } from "~/domain/accounts/endSession";
import { renewSession } from "~/domain/accounts/renewSession";
import { ABSOLUTE_MS, ACCESS_MS, IDLE_MS, IMPERSONATION_MS, LEEWAY_MS } from "~/domain/accounts/sessionLimits";
import { readProof, type SessionProof, writeProof } from "~/domain/accounts/sessionSecret";
import { signOut } from "~/domain/accounts/signOut";
import { history, sessions, users } from "~db/schema";
import { aSession } from "../support/accounts";
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

test("a living session costs no write and brings its person and the unread count", async () => {
  const customer = await aCustomer(database.db);
  const proof = await aSession(at(TEST_NOW), customer);
  const before = await stored(proof);
  const renewal = await renew(TEST_NOW + ACCESS_MS - 1, proof);
  expect(renewal).toMatchObject({ state: "good", found: { user: { id: customer.id }, unread: 0 } });
  expect(renewal).not.toHaveProperty("proof");
  expect(await stored(proof)).toEqual(before);
});

test("ten requests at the moment of expiry: all succeed with the same new secret, one rotation", async () => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db));
  const now = TEST_NOW + ACCESS_MS;
  const renewals = await Promise.all(Array.from({ length: 10 }, () => renew(now, proof)));
  expect(renewals.map((renewal) => renewal.state)).toEqual(Array(10).fill("good"));
  const proofs = renewals.map((renewal) => (renewal.state === "good" ? renewal.proof : null));
  for (const one of proofs) expect(one).toEqual(proofs[0]);
  expect(await stored(proof)).toMatchObject({ generation: 2, rotatedAt: now, endedAt: null });
  expect(await renew(now + 1, proofs[0]!)).toMatchObject({ state: "good" });
  expect(await database.db.select().from(history)).toEqual([]);
});

test("two parallel refreshes of the API both succeed", async () => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db), "api");
  const renewals = await Promise.all([renew(TEST_NOW, proof, "api", true), renew(TEST_NOW, proof, "api", true)]);
  expect(renewals.map((renewal) => renewal.state)).toEqual(["good", "good"]);
  expect((await stored(proof)).generation).toBe(2);
});

test("the generation before is good up to the leeway and not at its end", async () => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db));
  const rotated = TEST_NOW + ACCESS_MS;
  const first = await renew(rotated, proof);
  const late = await renew(rotated + LEEWAY_MS - 1, proof);
  expect(late).toMatchObject({ state: "good", proof: first.state === "good" ? first.proof : null });
  expect((await stored(proof)).generation).toBe(2);
  expect(await renew(rotated + LEEWAY_MS, proof)).toEqual({ state: "refused" });
});

test("a replaced secret used again ends the session for everybody and is recorded", async () => {
  const customer = await aCustomer(database.db);
  const proof = await aSession(at(TEST_NOW), customer);
  const other = await aSession(at(TEST_NOW + 1), customer);
  const rotated = TEST_NOW + ACCESS_MS;
  const renewal = await renew(rotated, proof);
  const current = renewal.state === "good" ? renewal.proof! : null;
  const replayedAt = rotated + LEEWAY_MS;
  const ctx = testContext(database.db, anonymous, { now: replayedAt });
  expect(await renewSession(ctx, proof, { kind: "page" })).toEqual({ state: "refused" });
  expect(await stored(proof)).toMatchObject({ endedAt: replayedAt, endReason: "replayed" });
  // Whoever of them is connected hears nothing more.
  await ctx.settled();
  expect(ctx.disconnected()).toEqual([`${customer.id} ${proof.sessionId}`]);
  // The thief's copy and the owner's are both worth nothing now; another sign-in of the same person lives.
  expect(await renew(replayedAt, current)).toEqual({ state: "refused" });
  expect((await stored(other)).endedAt).toBeNull();
  const audit = await database.db.select().from(history);
  expect(audit).toMatchObject([
    { entity: "session", entityId: proof.sessionId, actorId: customer.id, createdAt: replayedAt },
  ]);
  expect(JSON.stringify(audit)).not.toContain(proof.secret);
});

test("two generations old is a replay even inside the leeway", async () => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db), "api");
  const second = await renew(TEST_NOW, proof, "api", true);
  await renew(TEST_NOW, second.state === "good" ? second.proof! : null, "api", true);
  expect((await stored(proof)).generation).toBe(3);
  expect(await renew(TEST_NOW + 1, proof, "api")).toEqual({ state: "refused" });
  expect((await stored(proof)).endReason).toBe("replayed");
});

test("an idle session is over; one that is used lives up to the absolute limit", async () => {
  const idle = await aSession(at(TEST_NOW), await aCustomer(database.db));
  expect((await renew(TEST_NOW + IDLE_MS - 1, idle)).state).toBe("good");
  const left = await aSession(at(TEST_NOW + 1), await aCustomer(database.db));
  expect((await renew(TEST_NOW + 1 + IDLE_MS, left)).state).toBe("refused");
  expect((await stored(left)).endReason).toBe("expired");

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

test("an impersonation is over after 60 minutes, however busy", async () => {
  const admin = await aStaffMember(database.db);
  const own = await aSession(at(TEST_NOW), admin);
  const impersonator = { adminId: admin.id, sessionId: own.sessionId };
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db), "page", impersonator);
  expect((await renew(TEST_NOW + IMPERSONATION_MS - 1, proof)).state).toBe("good");
  expect((await renew(TEST_NOW + IMPERSONATION_MS, proof)).state).toBe("refused");
});

test("a page session is no API session and the other way round", async () => {
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
])("a forged proof is refused and ends nothing, also beside a genuine one: %s", async (_, forge) => {
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
])("text that is no proof is read as none: %s", (text) => expect(readProof(text)).toBeNull());

test("a proof survives being written and read", async () => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db));
  expect(readProof(writeProof(proof))).toEqual(proof);
});

test("signing out ends the session on the server, and only that one", async () => {
  const customer = await aCustomer(database.db);
  const proof = await aSession(at(TEST_NOW), customer);
  const other = await aSession(at(TEST_NOW + 1), customer);
  await signOut(testContext(database.db, actingAs(customer, proof.sessionId)));
  expect((await renew(TEST_NOW + 2, proof)).state).toBe("refused");
  expect((await renew(TEST_NOW + 2, other)).state).toBe("good");
  expect((await stored(proof)).endReason).toBe("signed out");
});

test("ending all sessions of a person leaves the one that asks, and other people's", async () => {
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

test("a deleted person's sessions stand for nobody", async () => {
  const customer = await aCustomer(database.db);
  const proof = await aSession(at(TEST_NOW), customer);
  await database.db.update(users).set({ deletedAt: TEST_NOW }).where(eq(users.id, customer.id));
  expect((await renew(TEST_NOW + 1, proof)).state).toBe("refused");
});

test("an access token that was proven once is over at its end all the same, and proves no other", async () => {
  const { signer } = at(TEST_NOW);
  const claims = { sessionId: "one", generation: 3 };
  const token = await signer.accessToken(claims, TEST_NOW + ACCESS_MS);
  const [head, , seal] = token.split(".");
  const altered = btoa(JSON.stringify({ gen: 4, sub: "two", exp: TEST_NOW })).replace(/=+$/, "");
  for (let time = 0; time < 2; time++) {
    expect(await signer.readAccessToken(token, TEST_NOW)).toEqual(claims);
    expect(await signer.readAccessToken(token, TEST_NOW + ACCESS_MS - 1)).toEqual(claims);
    expect(await signer.readAccessToken(token, TEST_NOW + ACCESS_MS)).toBeNull();
    expect(await signer.readAccessToken(`${head}.${altered}.${seal}`, TEST_NOW)).toBeNull();
  }
});

test("what is stored is a hash, never the secret", async () => {
  const proof = await aSession(at(TEST_NOW), await aCustomer(database.db));
  expect(JSON.stringify(await stored(proof))).not.toContain(proof.secret);
  expect((await stored(proof)).secretHash).toMatch(/^[0-9a-f]{64}$/);
});
