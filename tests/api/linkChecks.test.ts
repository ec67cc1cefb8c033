import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { Conflict, Forbidden } from "~/domain/errors";
import { recordSight } from "~/domain/linkWatch/recordSight";
import { checkEvidence } from "~/domain/placements/checkEvidence";
import { markLive } from "~/domain/placements/markLive";
import { newId } from "~db/ids";
import { linkChecks, placements } from "~db/schema";
import { aBearer } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { callApi } from "../support/portal";
import { actingAs, anonymous, memoryFiles, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder, linksOf } from "../support/trackedOrder";

const HOUR = 3_600_000;
const files = memoryFiles();

let database: TestDatabase;
let staff: ActorUser;
let client: ActorUser;
let stranger: ActorUser;
let linkId: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  staff = await aStaffMember(database.db, { firstName: "Grace", lastName: "Example" });
  client = await aCustomer(database.db);
  stranger = await aCustomer(database.db);
  const order = await aTrackedOrder(database.db, { staff, client, count: 1 });
  linkId = (await linksOf(database.db, staff, order.id))[0]!.id;
  const details = { targetUrl: "https://client.example.com/", state: "in_progress" } as const;
  await database.db.update(placements).set(details);
  await markLive(testContext(database.db, actingAs(staff)), [{ id: linkId, liveUrl: "https://news.example.org/post" }]);
});

const call = async (user: ActorUser, method: string, path: string, body?: unknown) =>
  await callApi(testContext(database.db, anonymous), method, path, { body, bearer: await aBearer(database.db, user) });

/** Checks every hour, the newest last. Every second one was made by a person. */
async function someChecks(count: number) {
  for (let n = 0; n < count; n++) {
    const at = TEST_NOW + n * HOUR;
    await database.db.insert(linkChecks).values({
      id: newId(at),
      placementId: linkId,
      dueAt: at,
      at,
      status: 200,
      prevHash: `${n}`,
      hash: `${n + 1}`,
      verdict: n % 2 === 0 ? "ok" : "missing",
      evidenceKey: n === 0 ? "evidence/first" : null,
      ...(n % 2 === 0 ? {} : { seenById: staff.id, note: "The editor was rude" }),
    });
  }
}

test("placement/checks: lists the newest first and reaches the oldest", async () => {
  await someChecks(60);
  const seen: string[] = [];
  let before: string | null = "";
  for (let pages = 0; before !== null && pages < 5; pages++) {
    const { json } = await call(staff, "GET", `/placement/checks?id=${linkId}${before && `&before=${before}`}`);
    const page = json as { content: { at: string; prevHash: string }[]; before: string | null };
    seen.push(...page.content.map(({ prevHash }) => prevHash));
    before = page.before;
  }
  expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => String(59 - n)));
});

test("placement/checks: hides from clients who looked and what they wrote", async () => {
  await someChecks(2);
  const own = await call(client, "GET", `/placement/checks?id=${linkId}`);
  expect(own.json).toMatchObject({ content: [{ seenBy: "Our team", note: "" }, { seenBy: null }] });
  expect((await call(staff, "GET", `/placement/checks?id=${linkId}`)).json).toMatchObject({
    content: [{ seenBy: "Grace Example", note: "The editor was rude" }, { verdict: "ok" }],
  });
  expect((await call(stranger, "GET", `/placement/checks?id=${linkId}`)).status).toBe(404);
});

test("the evidence of a check is read by its client and staff alone", async () => {
  await someChecks(2);
  files.objects.set("evidence/first", new TextEncoder().encode("HTTP 200"));
  const [first, second] = await database.db.select().from(linkChecks).orderBy(linkChecks.at);
  const read = async (user: ActorUser, id: string, placementId = linkId) => {
    const ctx = testContext(database.db, actingAs(user), { files });
    return await new Response((await checkEvidence(ctx, { placementId, id })).body as BodyInit).text();
  };
  expect(await read(client, first!.id)).toBe("HTTP 200");
  expect(await read(staff, first!.id)).toBe("HTTP 200");
  await expect(read(stranger, first!.id)).rejects.toThrow();
  await expect(read(staff, second!.id)).rejects.toThrow();
  await expect(read(staff, first!.id, newId(TEST_NOW))).rejects.toThrow();
});

test("placement/check: staff ask for a check of a live link before its turn", async () => {
  const later = TEST_NOW + 30 * 24 * HOUR;
  const due = async () =>
    (await database.db.select().from(placements).where(eq(placements.id, linkId)))[0]!.nextCheckAt;
  await database.db.update(placements).set({ nextCheckAt: later });
  expect((await call(client, "POST", "/placement/check", { id: linkId })).status).toBe(403);
  expect(await due()).toBe(later);
  const answer = await call(staff, "POST", "/placement/check", { id: linkId });
  expect([answer.status, await due()]).toEqual([200, TEST_NOW]);
  await database.db.update(placements).set({ nextCheckAt: TEST_NOW - HOUR });
  await call(staff, "POST", "/placement/check", { id: linkId });
  expect(await due(), "an overdue check stays overdue").toBe(TEST_NOW - HOUR);
});

test("two checks by a person a day apart are a loss, each with their name", async () => {
  const [link] = await database.db.select().from(placements);
  const saw = (user: ActorUser, at: number, verdict: "ok" | "missing") =>
    recordSight(testContext(database.db, actingAs(user), { now: at }), linkId, { verdict, note: "I opened the page" });
  await expect(saw(client, TEST_NOW, "missing")).rejects.toThrow(Forbidden);
  await saw(staff, TEST_NOW + HOUR, "missing");
  await saw(staff, TEST_NOW + 26 * HOUR, "missing");
  const read = async () => (await database.db.select().from(placements).where(eq(placements.id, linkId)))[0]!;
  expect(await read()).toMatchObject({ health: "missing", lostSince: TEST_NOW + HOUR });
  // Twice within one millisecond.
  await saw(staff, TEST_NOW + 27 * HOUR, "missing");
  await saw(staff, TEST_NOW + 27 * HOUR, "ok");
  expect(await read()).toMatchObject({ health: "ok", lostSince: null, faultySince: null });
  const checks = await database.db.select().from(linkChecks).orderBy(linkChecks.at);
  expect(checks.map(({ seenById, note }) => [seenById, note])).toEqual(Array(4).fill([staff.id, "I opened the page"]));
  expect(checks[0]!.prevHash).toBe(link!.checkHash);
  expect(checks[1]!.prevHash).toBe(checks[0]!.hash);
  await database.db.update(placements).set({ state: "cancelled" });
  await expect(saw(staff, TEST_NOW + 28 * HOUR, "ok")).rejects.toThrow(Conflict);
});

test("placement/check: a link that is not live has nothing to check", async () => {
  await database.db.update(placements).set({ state: "in_progress" });
  expect((await call(staff, "POST", "/placement/check", { id: linkId })).status).toBe(409);
});
