import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "~/domain/days";
import { beginCheck } from "~/domain/linkWatch/beginCheck";
import { checkLink } from "~/domain/linkWatch/checkLink";
import { nextCheckAt } from "~/domain/linkWatch/checkPlan";
import type { Visit } from "~/domain/linkWatch/fetchPage";
import { healthAfterCheck, type LinkHealth } from "~/domain/linkWatch/healthAfterCheck";
import { judge } from "~/domain/linkWatch/judge";
import type { PageLook, PageReading, WantedLink } from "~/domain/linkWatch/pageLook";
import { takeDueChecks } from "~/domain/linkWatch/takeDueChecks";
import { markLive } from "~/domain/placements/markLive";
import { isUncertain } from "~/domain/verdicts";
import { linkChecks, placements } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { randomFrom } from "../support/random";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder } from "../support/trackedOrder";

/** Numbers from 0 to 1, from a seed. */
const randomOf = (seed: number) => {
  const draw = randomFrom(seed);
  return () => draw(1_000_000) / 1_000_000;
};
const HOUR_MS = 3_600_000;
/** The cron runs every five minutes. */
const CRON_MS = 5 * 60_000;
const YEAR = TEST_NOW + 365 * DAY_MS;
const FAULTS = 0.02;

const wanted: WantedLink = {
  liveUrl: "https://blog.example.com/post",
  targetUrl: "https://client.example.org/shoes",
  anchorText: "Shoes",
  relWanted: "follow",
};
const reading = (values: Partial<PageReading> = {}): PageReading => ({
  title: "A guide",
  canonical: "",
  noindex: false,
  nofollow: false,
  byAnchor: null,
  truncated: false,
  size: 9_000,
  toTarget: { address: wanted.targetUrl, href: wanted.targetUrl, rel: "", anchor: "Shoes" },
  ...values,
});
const look = (page: PageReading | null, values: Partial<PageLook> = {}): PageLook => ({
  failure: null,
  status: 200,
  finalUrl: wanted.liveUrl,
  challenged: false,
  page,
  ...values,
});
const intact = look(reading());
const removed = look(reading({ toTarget: null }));
/** How a healthy page can fail to answer, for a moment. */
const faults: PageLook[] = [
  ...[401, 403, 429, 451, 500, 502, 503, 504, 520, 522].map((status) => look(null, { status })),
  ...(["timeout", "dns", "server_error", "blocked"] as const).map((failure) => look(null, { failure, status: null })),
  look(reading({ toTarget: null }), { status: 503, challenged: true }),
  look(reading({ toTarget: null, title: "Just a moment..." })),
  look(reading({ toTarget: null, title: "Are you a robot?" })),
  look(reading({ toTarget: null, title: "Scheduled maintenance" })),
  look(reading({ toTarget: null, title: "Error establishing a database connection" })),
  look(reading({ toTarget: null, truncated: true })),
  look(reading({ toTarget: null, size: 0 })),
  look(reading({ toTarget: null }), { finalUrl: "https://blog.example.com/wp-login.php" }),
  look(null),
];

/** A link's year by its plan, until it is called lost. Times in ms after delivery. */
function yearOf(random: () => number, removedAt = Number.POSITIVE_INFINITY) {
  let health: LinkHealth = { faultySince: null, unreadableSince: null, lostSince: null };
  let firstLook: number | null = null;
  let checks = 0;
  let failed = 0;
  for (let due = TEST_NOW; due < YEAR; ) {
    const at = due + Math.floor(random() * CRON_MS);
    const isGone = at >= removedAt;
    const fails = random() < FAULTS;
    const seen = fails ? faults[Math.floor(random() * faults.length)]! : isGone ? removed : intact;
    const verdict = judge(wanted, seen);
    checks++;
    if (fails) failed++;
    if (isGone && !isUncertain(verdict)) firstLook ??= at;
    const { lost, askPerson: _, ...after } = healthAfterCheck(health, verdict, at);
    health = after;
    if (lost) return { lost: true, checks, failed, hours: (at - firstLook!) / HOUR_MS };
    const troubleSince = health.faultySince ?? health.unreadableSince;
    const unconfirmed = health.faultySince !== null && health.unreadableSince !== null;
    due = nextCheckAt({ liveAt: TEST_NOW, terms: { guaranteeDays: 365 }, troubleSince, unconfirmed }, at);
  }
  return { lost: false, checks, failed, hours: Number.POSITIVE_INFINITY };
}

test("a moment's fault of a healthy page is never certain", () => {
  expect(faults.filter((fault) => !isUncertain(judge(wanted, fault)))).toEqual([]);
});

test("a year of 1,000 healthy links with 2 % faults has no false alarm", () => {
  const random = randomOf(20_261_126);
  const years = Array.from({ length: 1_000 }, () => yearOf(random));
  const checks = years.reduce((sum, year) => sum + year.checks, 0);
  const failed = years.reduce((sum, year) => sum + year.failed, 0);
  const lost = years.filter((year) => year.lost).length;
  console.log(
    `Link watch: ${lost} of 1,000 healthy links called lost in 365 days, ${checks} checks, ${failed} of them failed`,
  );
  expect(lost).toBe(0);
  expect(failed / checks).toBeGreaterThan(0.015);
});

test("calls each of 100 removed links lost within 48 hours of the next look", () => {
  const random = randomOf(48);
  const years = Array.from({ length: 100 }, () => yearOf(random, TEST_NOW + random() * 270 * DAY_MS));
  const called = years.filter(({ lost, hours }) => lost && hours <= 48);
  const slowest = Math.max(...years.map(({ hours }) => hours));
  console.log(
    `Link watch: ${called.length} of 100 removals called lost, the slowest ${slowest.toFixed(1)} h after the next look`,
  );
  expect(called).toHaveLength(100);
});

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

test("the stored year of some links agrees, one row per due check", async () => {
  const { db } = database;
  const staff = await aStaffMember(db);
  const client = await aCustomer(db);
  const COUNT = 5;
  const order = await aTrackedOrder(db, { staff, client, count: COUNT, tracking: { relWanted: "follow" } });
  await db.update(placements).set({ state: "ready", targetUrl: wanted.targetUrl, anchorText: wanted.anchorText });
  const rows = await db.select({ id: placements.id }).from(placements);
  const links = rows.map(({ id }, at) => ({ id, liveUrl: `https://site-${at}.example/post` }));
  await markLive(testContext(db, actingAs(staff)), links);
  // The last two lose their link.
  const removedAt = new Map(links.slice(-2).map(({ liveUrl }, at) => [liveUrl, TEST_NOW + (100 + at) * DAY_MS]));
  const random = randomOf(7);
  let made = 0;
  for (;;) {
    const [next] = await db
      .select({ at: placements.nextCheckAt })
      .from(placements)
      .orderBy(placements.nextCheckAt)
      .limit(1);
    const now = next!.at! + 60_000;
    if (now >= YEAR) break;
    const ctx = testContext(db, actingSystem, { now });
    for (const taken of (await takeDueChecks(ctx)).flatMap(({ checks }) => checks)) {
      const link = (await beginCheck(ctx, taken))!;
      const visit = async (address: string, of: WantedLink | null): Promise<Visit> => {
        const gone = now >= (removedAt.get(address) ?? Number.POSITIVE_INFINITY);
        const seen =
          of === null ? look(null) : random() < FAULTS ? faults[made % faults.length]! : gone ? removed : intact;
        const finalUrl = seen.finalUrl === wanted.liveUrl ? address : seen.finalUrl;
        return { look: { ...seen, finalUrl }, read: null, headers: [], addresses: [address], ms: 1 };
      };
      await checkLink(ctx, link, { visit, clock: async () => now });
      made++;
    }
  }
  expect(await db.select({ id: linkChecks.id }).from(linkChecks)).toHaveLength(made);
  const lost = (await db.select().from(placements)).filter(({ lostSince }) => lostSince !== null);
  expect(lost.map(({ liveUrl }) => liveUrl).sort()).toEqual([...removedAt.keys()].sort());
  expect(order.id).toBe(lost[0]!.orderId);
});
