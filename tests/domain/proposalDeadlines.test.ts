import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { importPlacements } from "~/domain/intake/importPlacements";
import { proposalDeadlines } from "~/domain/jobs/proposalDeadlines";
import { orderHistory } from "~/domain/orders/orderHistory";
import { answerProposal } from "~/domain/placements/answerProposal";
import { SiteProposal } from "~/domain/placements/proposalInput";
import { proposeSites } from "~/domain/placements/proposeSites";
import { notifications, placements } from "~db/schema";
import { beforeBatch } from "../support/beforeBatch";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { killedAt } from "../support/killing";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder, linksOf } from "../support/trackedOrder";

const HOUR = 3_600_000;

let database: TestDatabase;
let staff: ActorUser;
let client: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
  client = await aCustomer(database.db);
});

const as = (user: ActorUser, now = TEST_NOW) => testContext(database.db, actingAs(user), { now });
const system = (now: number) => testContext(database.db, actingSystem, { now });
const run = (now: number, ctx = system(now)) =>
  proposalDeadlines(ctx, (error) => {
    throw error;
  });

/** An order whose links wait for their sites to be approved, from the tests' now on. */
async function proposed(count: number, silentApprovalHours: number) {
  const tracking = { approveSite: true, silentApprovalHours };
  const order = await aTrackedOrder(database.db, { staff, client, count, tracking });
  const rows = Array.from({ length: count }, (_, at) => ({
    targetUrl: `https://client.example.com/${at}`,
    anchorText: `anchor ${at}`,
  }));
  await importPlacements(as(client), { orderId: order.id, rows, dryRun: false });
  const links = await linksOf(database.db, client, order.id);
  await proposeSites(
    as(staff),
    links.map(({ id }) => SiteProposal.parse({ id, site: { domain: "example.com", dr: 55 } })),
  );
  return { orderId: order.id, links };
}
const states = async () => (await database.db.select().from(placements)).map(({ state }) => state);
const toldTo = async (user: ActorUser, text: RegExp) =>
  (await database.db.select().from(notifications).where(eq(notifications.userId, user.id))).filter(({ description }) =>
    text.test(description),
  );

test("silence approves after the agreed hours, once", async () => {
  const { orderId } = await proposed(2, 24);
  expect(await run(TEST_NOW + 24 * HOUR - 1)).toEqual({ done: 0, failed: 0 });
  expect(await states()).toEqual(["site_review", "site_review"]);
  expect(await run(TEST_NOW + 24 * HOUR)).toEqual({ done: 1, failed: 0 });
  expect(await states()).toEqual(["in_progress", "in_progress"]);
  expect(await run(TEST_NOW + 25 * HOUR)).toEqual({ done: 0, failed: 0 });
  const actions = (await orderHistory(as(staff), orderId)).map(({ action }) => action);
  expect(actions.filter((action) => action.includes("no answer"))).toEqual([
    "2 links: no answer, site counts as accepted",
  ]);
  expect(await toldTo(client, /we had no answer from you/)).toHaveLength(1);
  expect(await toldTo(staff, /no answer from the client/)).toHaveLength(1);
});

test("reminds 24 hours before the deadline, once for a proposal", async () => {
  const { links } = await proposed(2, 48);
  await run(TEST_NOW + 24 * HOUR - 1);
  expect(await toldTo(client, /within 24 hours/)).toEqual([]);
  for (const hours of [24, 25, 40]) await run(TEST_NOW + hours * HOUR);
  expect(await toldTo(client, /within 24 hours/)).toHaveLength(1);
  expect(await states()).toEqual(["site_review", "site_review"]);
  await answerProposal(as(client, TEST_NOW + 41 * HOUR), {
    id: links[0]!.id,
    subject: "site",
    accept: true,
    reason: "",
  });
  await run(TEST_NOW + 48 * HOUR);
  expect(await states()).toEqual(["in_progress", "in_progress"]);
  expect(await toldTo(client, /we had no answer from you/)).toHaveLength(1);
});

test("sends no reminder where the client has only 24 hours", async () => {
  await proposed(1, 24);
  await run(TEST_NOW + HOUR);
  expect(await toldTo(client, /within 24 hours/)).toEqual([]);
});

test("waits without end where silence does not approve", async () => {
  await proposed(1, 0);
  expect(await run(TEST_NOW + 1000 * HOUR)).toEqual({ done: 0, failed: 0 });
  expect(await states()).toEqual(["site_review"]);
});

test("an answer at the same moment counts, and silence takes the rest", async () => {
  const { links } = await proposed(2, 24);
  const now = TEST_NOW + 24 * HOUR;
  const answer = { id: links[0]!.id, subject: "site" as const, accept: false, reason: "Too weak" };
  await run(
    now,
    beforeBatch(system(now), 1, () => answerProposal(as(client, now), answer)),
  );
  await run(now + 1);
  expect(await states()).toEqual(["ready", "in_progress"]);
});

test.each(["before", "after"] as const)("a run killed %s any step is finished by the next", async (when) => {
  for (let step = 1; ; step++) {
    await database.clear();
    staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
    client = await aCustomer(database.db);
    const { orderId } = await proposed(2, 48);
    const now = TEST_NOW + 48 * HOUR;
    const kill = killedAt(step, when);
    await proposalDeadlines(kill.context(system(now), database.binding), () => {}).catch(() => {});
    await run(now + 1);
    expect(await states(), `step ${step}`).toEqual(["in_progress", "in_progress"]);
    expect(await toldTo(client, /we had no answer from you/), `step ${step}`).toHaveLength(1);
    const silent = (await orderHistory(as(staff), orderId)).filter(({ action }) => action.includes("no answer"));
    expect(silent, `step ${step}`).toHaveLength(1);
    if (!kill.state.dead) break;
  }
});
