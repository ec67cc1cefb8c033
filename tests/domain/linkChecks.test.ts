import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { DAY_MS } from "~/domain/days";
import { Forbidden } from "~/domain/errors";
import { deleteOldRecords } from "~/domain/jobs/deleteOldRecords";
import { beginCheck, beginCheckNow } from "~/domain/linkWatch/beginCheck";
import { brokenCheck, sha256Hex } from "~/domain/linkWatch/checkChain";
import { checkLink } from "~/domain/linkWatch/checkLink";
import { nextCheckAt } from "~/domain/linkWatch/checkPlan";
import type { Visit } from "~/domain/linkWatch/fetchPage";
import type { WantedLink } from "~/domain/linkWatch/pageLook";
import { recordCheck } from "~/domain/linkWatch/recordCheck";
import { recordSight } from "~/domain/linkWatch/recordSight";
import { takeDueChecks } from "~/domain/linkWatch/takeDueChecks";
import { markLive } from "~/domain/placements/markLive";
import type { Verdict } from "~/domain/verdicts";
import { claims, linkChecks, linkHealthCounters, notifications, placements } from "~db/schema";
import { beforeBatch } from "../support/beforeBatch";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { Killed, killedAt } from "../support/killing";
import { actingAs, actingSystem, memoryFiles, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder } from "../support/trackedOrder";

let database: TestDatabase;
let staff: ActorUser;
let client: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  staff = await aStaffMember(database.db);
  client = await aCustomer(database.db);
});

const HOUR = 3_600_000;
const system = (now = TEST_NOW) => testContext(database.db, actingSystem, { now });
const placement = async (id: string) => (await database.db.select().from(placements).where(eq(placements.id, id)))[0]!;
const checksOf = (id: string) => database.db.select().from(linkChecks).where(eq(linkChecks.placementId, id));

/** Live links of one order, on these sites. */
async function live(sites: string[], tracking = {}, now = TEST_NOW) {
  const order = await aTrackedOrder(database.db, { staff, client, count: sites.length, tracking });
  const rows = await database.db.select().from(placements).where(eq(placements.orderId, order.id));
  const ids = rows.sort((a, b) => a.sequence - b.sequence).map(({ id }) => id);
  await database.db.update(placements).set({ state: "ready", targetUrl: "https://client.example.org/x" });
  const links = ids.map((id, at) => ({ id, liveUrl: `https://${sites[at]}/${at}` }));
  await markLive(testContext(database.db, actingAs(staff), { now }), links);
  return ids;
}

const found = (verdict: Verdict) => ({
  verdict,
  status: 200,
  finalUrl: "https://a.example/0",
  rel: "",
  anchor: "",
  ms: 12,
  evidenceKey: null,
  bodySha256: "",
});

async function checkNow(id: string, verdict: Verdict, now: number) {
  const link = await beginCheckNow(system(now), id);
  return link && (await recordCheck(system(now), link, found(verdict)));
}

test("a link that goes live is due, and its first check plans the next", async () => {
  const [id] = await live(["a.example"]);
  expect((await placement(id!)).nextCheckAt).toBe(TEST_NOW);
  const [site] = await takeDueChecks(system());
  expect(site).toMatchObject({ site: "a.example", checks: [{ placementId: id, dueAt: TEST_NOW }] });
  const link = await beginCheck(system(), site!.checks[0]!);
  await recordCheck(system(), link!, found("ok"));
  expect(await placement(id!)).toMatchObject({
    health: "ok",
    healthAt: TEST_NOW,
    nextCheckAt: TEST_NOW + HOUR,
    checkLeaseUntil: null,
    faultySince: null,
    unreadableSince: null,
    lostSince: null,
  });
  expect(await database.db.select().from(linkHealthCounters)).toEqual([{ health: "ok", count: 1 }]);
  expect(await takeDueChecks(system())).toEqual([]);
});

test("a taken check is taken again after its lease, and by one Worker", async () => {
  const [id] = await live(["a.example"]);
  const [first] = await takeDueChecks(system());
  expect(await takeDueChecks(system(TEST_NOW + 60_000))).toEqual([]);
  const later = TEST_NOW + 16 * 60_000;
  const [second] = await takeDueChecks(system(later));
  expect(second!.checks[0]).toMatchObject({ placementId: id, dueAt: TEST_NOW });
  // The first message arrives late.
  expect(await beginCheck(system(later), first!.checks[0]!)).toBeNull();
  const link = await beginCheck(system(later), second!.checks[0]!);
  expect(await beginCheck(system(later), second!.checks[0]!)).toBeNull();
  expect(await recordCheck(system(later), link!, found("ok"))).not.toBeNull();
  expect(await recordCheck(system(later), link!, found("missing"))).toBeNull();
  expect(await checksOf(id!)).toHaveLength(1);
});

test("takes at most ten checks of a site and none of a site in progress", async () => {
  await live([...Array.from({ length: 12 }, () => "a.example"), "b.example"]);
  const taken = await takeDueChecks(system());
  expect(taken.map(({ site, checks }) => [site, checks.length]).sort()).toEqual([
    ["a.example", 10],
    ["b.example", 1],
  ]);
  expect(await takeDueChecks(system(TEST_NOW + 1))).toEqual([]);
});

test("a check asked for runs now and keeps the plan", async () => {
  const [id] = await live(["a.example"]);
  await checkNow(id!, "ok", TEST_NOW + 100);
  const between = TEST_NOW + HOUR / 2;
  expect(await checkNow(id!, "ok", between)).toMatchObject({ dueAt: between, at: between });
  expect((await placement(id!)).nextCheckAt).toBe(TEST_NOW + HOUR);
  const held = await beginCheckNow(system(between), id!);
  expect(held).not.toBeNull();
  expect(await beginCheckNow(system(between), id!)).toBeNull();
});

test("two faults a day apart are a loss, told once to client and staff", async () => {
  const [id] = await live(["a.example"], { guaranteeDays: 365 });
  await checkNow(id!, "ok", TEST_NOW);
  const fault = TEST_NOW + 2 * DAY_MS;
  await checkNow(id!, "missing", fault);
  await checkNow(id!, "missing", fault + HOUR);
  expect(await placement(id!)).toMatchObject({ faultySince: fault, lostSince: null, nextCheckAt: fault + DAY_MS });
  await checkNow(id!, "timeout", fault + 2 * HOUR);
  await checkNow(id!, "missing", fault + DAY_MS);
  expect(await placement(id!)).toMatchObject({ lostSince: fault, unreadableSince: null });
  await checkNow(id!, "page_gone", fault + 2 * DAY_MS);
  const notices = await database.db.select().from(notifications);
  const lost = notices.filter(({ description }) => /\bis lost\b/.test(description));
  expect(lost.map(({ userId }) => userId).sort()).toEqual([client.id, staff.id].sort());
  expect(await database.db.select().from(claims)).toMatchObject([{ placementId: id, state: "confirmed" }]);
  await checkNow(id!, "ok", fault + 3 * DAY_MS);
  expect(await placement(id!)).toMatchObject({ faultySince: null, lostSince: null });
  expect(await database.db.select().from(claims)).toMatchObject([{ state: "repaired" }]);
});

test("a loss without a guarantee has one notice and no claim", async () => {
  const [id] = await live(["a.example"], { guaranteeDays: 0 });
  for (const day of [1, 2, 3]) await checkNow(id!, "missing", TEST_NOW + day * DAY_MS);
  const notices = await database.db.select().from(notifications);
  const lost = notices.filter(({ description }) => /on a\.example is lost: link missing$/.test(description));
  expect(lost.map(({ userId }) => userId).sort()).toEqual([client.id, staff.id].sort());
  expect(await database.db.select().from(claims)).toEqual([]);
});

test("an unreadable page never loses a link, and asks staff after 14 days", async () => {
  const [id] = await live(["a.example"]);
  for (let day = 0; day <= 20; day++)
    await checkNow(id!, day % 2 ? "blocked" : "server_error", TEST_NOW + day * DAY_MS);
  expect(await placement(id!)).toMatchObject({ lostSince: null, faultySince: null, unreadableSince: TEST_NOW });
  const asked = (await database.db.select().from(notifications)).filter(({ description }) =>
    description.includes("could not be checked"),
  );
  expect(asked.map(({ userId, createdAt }) => [userId, createdAt])).toEqual([[staff.id, TEST_NOW + 14 * DAY_MS]]);
  expect(await database.db.select().from(claims)).toEqual([]);
});

test.each(["missing", "timeout", "target_broken"] as const)(
  "a check that finds '%s' leaves due date and assignee alone",
  async (verdict) => {
    const [id] = await live(["a.example"]);
    const link = await beginCheckNow(system(), id!);
    await database.db.update(placements).set({ assignedToId: staff.id }).where(eq(placements.id, id!));
    await recordCheck(system(), link!, found(verdict));
    expect(await placement(id!)).toMatchObject({ health: verdict, dueAt: null, assignedToId: staff.id });
  },
);

test("what a person saw is stored with their name and counts as a look", async () => {
  const [id] = await live(["a.example"]);
  await checkNow(id!, "missing", TEST_NOW);
  await checkNow(id!, "blocked", TEST_NOW + DAY_MS);
  const now = TEST_NOW + DAY_MS + HOUR;
  const seen = { verdict: "missing", note: "The paragraph is gone" } as const;
  await recordSight(testContext(database.db, actingAs(staff), { now }), id!, seen);
  expect((await checksOf(id!)).at(-1)).toMatchObject({
    seenById: staff.id,
    note: seen.note,
    at: now,
    verdict: "missing",
  });
  expect(await placement(id!)).toMatchObject({ lostSince: TEST_NOW, unreadableSince: null });
  expect(await brokenCheck(await checksOf(id!))).toBeNull();
  await expect(recordSight(testContext(database.db, actingAs(client), { now }), id!, seen)).rejects.toThrow(Forbidden);
});

test("deletes checks and evidence 13 months after the guarantee", async () => {
  const [id, short] = await live(["a.example", "b.example"], { guaranteeDays: 30 });
  await database.db
    .update(placements)
    .set({ terms: { guaranteeDays: 0 } as never })
    .where(eq(placements.id, short!));
  const files = memoryFiles();
  const read = async (link: string, at: number) => {
    const evidenceKey = `link-checks/${link}/${at}`;
    files.objects.set(evidenceKey, new Uint8Array([1]));
    const begun = await beginCheckNow(system(at), link);
    await recordCheck(system(at), begun!, { ...found("ok"), evidenceKey });
  };
  await read(short!, TEST_NOW);
  await read(id!, TEST_NOW);
  await read(id!, TEST_NOW + 40 * DAY_MS);
  const sweep = async (days: number) => {
    const ctx = testContext(database.db, actingSystem, { now: TEST_NOW + days * DAY_MS, files });
    const failures: unknown[] = [];
    const { done } = await deleteOldRecords(ctx, (error) => void failures.push(error));
    expect(failures).toEqual([]);
    return [done, (await checksOf(id!)).length, (await checksOf(short!)).length, files.objects.size];
  };
  expect(await sweep(396)).toEqual([0, 2, 1, 3]);
  expect(await sweep(397)).toEqual([1, 2, 0, 2]);
  expect(await sweep(427)).toEqual([1, 1, 0, 1]);
  const [kept] = await checksOf(id!);
  expect(await brokenCheck([kept!], kept!.prevHash)).toBeNull();
});

test("a fault stored while the address changes belongs to the old address", async () => {
  const [id] = await live(["a.example"]);
  await checkNow(id!, "ok", TEST_NOW);
  const at = TEST_NOW + HOUR;
  const work = testContext(database.db, actingAs(staff), { now: at });
  const race = beforeBatch(work, 1, () => checkNow(id!, "missing", at));
  await markLive(race, [{ id: id!, liveUrl: "https://a.example/moved" }]);
  expect(await checksOf(id!)).toHaveLength(2);
  expect(await placement(id!)).toMatchObject({ liveUrl: "https://a.example/moved", health: null, faultySince: null });
});

test("another address is checked from the start, and its chain goes on", async () => {
  const [id] = await live(["a.example"]);
  await checkNow(id!, "missing", TEST_NOW);
  const link = await beginCheckNow(system(TEST_NOW + 1), id!);
  const corrected = [{ id: id!, liveUrl: "https://a.example/better" }];
  await markLive(testContext(database.db, actingAs(staff), { now: TEST_NOW + 2 }), corrected);
  expect(await placement(id!)).toMatchObject({
    health: null,
    healthAt: null,
    faultySince: null,
    nextCheckAt: TEST_NOW + 2,
    checkLeaseUntil: null,
  });
  // The visit of the old address says nothing.
  expect(await recordCheck(system(TEST_NOW + 3), link!, found("missing"))).toBeNull();
  await checkNow(id!, "ok", TEST_NOW + 4);
  expect(await brokenCheck(await checksOf(id!))).toBeNull();
  expect(await checksOf(id!)).toHaveLength(2);
});

test("a changed, removed or added check breaks the chain", async () => {
  const [id] = await live(["a.example"]);
  for (let day = 0; day < 5; day++) await checkNow(id!, "ok", TEST_NOW + day * DAY_MS);
  const checks = await checksOf(id!);
  expect(await brokenCheck(checks)).toBeNull();
  const second = checks.find(({ at }) => at === TEST_NOW + DAY_MS)!;
  const changed = checks.map((check) => (check === second ? { ...check, verdict: "missing" as const } : check));
  expect((await brokenCheck(changed))?.id).toBe(second.id);
  expect(await brokenCheck(checks.filter((check) => check !== second))).not.toBeNull();
  expect(await brokenCheck([...checks, { ...second, id: "forged", prevHash: "x" }])).toMatchObject({ id: "forged" });
});

test("killed at each step, a due check has one row", async () => {
  for (const when of ["before", "after"] as const)
    for (let k = 1; ; k++) {
      const [id] = await live([`kill-${when}-${k}.example`]);
      const killer = killedAt(k, when);
      const run = async (ctx: ReturnType<typeof system>) => {
        const taken = await takeDueChecks(ctx);
        for (const check of taken.flatMap(({ checks }) => checks)) {
          const link = await beginCheck(ctx, check);
          if (link) await recordCheck(ctx, link, found("ok"));
        }
      };
      await run(killer.context(system(), database.binding)).catch(() => {});
      await run(system(TEST_NOW + 16 * 60_000));
      const checks = await checksOf(id!);
      expect(checks.filter(({ dueAt }) => dueAt === TEST_NOW)).toHaveLength(1);
      expect(await brokenCheck(checks)).toBeNull();
      if (!killer.state.dead) break;
      expect(k).toBeLessThan(10);
    }
});

test.each(["before", "after"])("killed %s its evidence was stored, a check is made again whole", async (when) => {
  const [id] = await live(["a.example"]);
  const visit = async (_: string, wanted: WantedLink | null): Promise<Visit> => ({
    look: { failure: null, status: wanted ? 404 : 200, finalUrl: "https://a.example/0", challenged: false, page: null },
    read: null,
    headers: [{ name: "server", value: "x" }],
    addresses: ["https://a.example/0"],
    ms: 5,
  });
  const files = memoryFiles();
  const put: typeof files.put = async (...given) => {
    if (when === "after") await files.put(...given);
    throw new Killed("files.put");
  };
  const run = async (ctx: ReturnType<typeof system>) => {
    for (const check of (await takeDueChecks(ctx)).flatMap(({ checks }) => checks)) {
      const link = await beginCheck(ctx, check);
      if (link) await checkLink(ctx, link, { visit, clock: async () => ctx.now });
    }
  };
  await expect(run({ ...system(), files: { ...files, put } })).rejects.toThrow(Killed);
  expect(await checksOf(id!)).toEqual([]);
  await run({ ...system(TEST_NOW + 16 * 60_000), files });
  const [check, ...more] = await checksOf(id!);
  expect(more).toEqual([]);
  expect(check).toMatchObject({ verdict: "page_gone", dueAt: TEST_NOW });
  const evidence = files.objects.get(check!.evidenceKey!)!;
  expect(check!.evidenceKey).toContain(await sha256Hex(evidence));
});

test.each([
  ["at delivery", 0, HOUR],
  ["an hour later", HOUR, DAY_MS],
  ["late on day 5", 5 * DAY_MS, 7 * DAY_MS],
  ["on day 30", 30 * DAY_MS, 60 * DAY_MS],
  ["on day 330", 330 * DAY_MS, 360 * DAY_MS],
  ["at the end of the guarantee", 360 * DAY_MS, 365 * DAY_MS],
  ["after it", 500 * DAY_MS, (365 + 2 * 91) * DAY_MS],
])("plans the next check %s", (_, at, next) => {
  const link = { liveAt: TEST_NOW, terms: { guaranteeDays: 365 }, troubleSince: null };
  expect(nextCheckAt(link, TEST_NOW + at) - TEST_NOW).toBe(next);
});

test("plans daily checks while something is wrong, for 60 days", () => {
  const link = { liveAt: TEST_NOW, terms: { guaranteeDays: 0 }, troubleSince: TEST_NOW };
  expect(nextCheckAt(link, TEST_NOW)).toBe(TEST_NOW + DAY_MS);
  expect(nextCheckAt(link, TEST_NOW + HOUR)).toBe(TEST_NOW + DAY_MS);
  const unconfirmed = { ...link, unconfirmed: true };
  expect(nextCheckAt(unconfirmed, TEST_NOW + DAY_MS)).toBe(TEST_NOW + DAY_MS + 6 * HOUR);
  expect(nextCheckAt(unconfirmed, TEST_NOW + HOUR)).toBe(TEST_NOW + DAY_MS);
  expect(nextCheckAt(link, TEST_NOW + 40 * DAY_MS)).toBe(TEST_NOW + 41 * DAY_MS);
  expect(nextCheckAt(link, TEST_NOW + 61 * DAY_MS)).toBe(TEST_NOW + (30 + 91) * DAY_MS);
});
