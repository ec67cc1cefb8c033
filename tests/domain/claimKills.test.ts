import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { claimDeadlines } from "~/domain/claims/claimDeadlines";
import type { ActorUser } from "~/domain/context";
import { claims, orders, placements, refunds } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { aLiveOrder, DAY, goLive, linkRows, paidByCard, storeCheck } from "../support/guarantee";
import { killedAt } from "../support/killing";
import { randomFrom } from "../support/random";
import { actingSystem, TEST_NOW, testContext } from "../support/testContext";
import { isDeep, isGate } from "../support/tier";

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

const system = (now: number) => testContext(database.db, actingSystem, { now });
const never = (error: unknown) => {
  throw error;
};
/** Runs the deadlines in a process that is killed at one step; 0 never is. Returns whether it was. */
async function run(now: number, payments: Parameters<typeof testContext>[2], kill = killedAt(0, "before")) {
  const onFailure = (error: unknown) => (kill.state.dead ? undefined : never(error));
  await claimDeadlines(kill.context({ ...system(now), ...payments }, database.binding), onFailure).catch(onFailure);
  return kill.state.dead;
}

/** What the guarantee must hold whatever happened: one end for each loss, and no more money than was paid. */
async function assertKept(where: string) {
  const [allClaims, links, allRefunds, allOrders] = await Promise.all([
    database.db.select().from(claims),
    database.db.select().from(placements),
    database.db.select().from(refunds),
    database.db.select().from(orders),
  ]);
  const rootOf = (id: string): string => {
    const link = links.find((one) => one.id === id)!;
    return link.replacesId ? rootOf(link.replacesId) : link.id;
  };
  for (const order of allOrders) {
    const returned = allRefunds.filter(({ orderId }) => orderId === order.id).reduce((sum, one) => sum + one.amount, 0);
    expect(returned, where).toBeLessThanOrEqual(order.total);
    expect(order.refunded, where).toBe(returned);
  }
  const ended = (state: string) => allClaims.filter((claim) => claim.state === state);
  // A refund for each refunded root, and none without its claim.
  const refunded = ended("refunded").map(({ placementId }) => rootOf(placementId));
  expect(new Set(refunded).size, where).toBe(refunded.length);
  expect(allRefunds.map(({ requestKey }) => requestKey).sort(), where).toEqual(
    ended("refunded")
      .map(({ id }) => `claim:${id}`)
      .sort(),
  );
  for (const claim of allClaims) {
    const replacement = links.find(({ id }) => id === claim.replacementId);
    const lost = links.find(({ id }) => id === claim.placementId)!;
    if (claim.state === "replaced") {
      expect([lost.state, replacement?.state === "live" || replacement?.state === "replaced"], where).toEqual([
        "replaced",
        true,
      ]);
    } else if (replacement) expect([claim.state, replacement.state], where).toEqual(["refunded", "cancelled"]);
  }
  // One link for each loss that was to be replaced.
  expect(links.filter(({ replacesId }) => replacesId).length, where).toBe(
    allClaims.filter(({ replacementId }) => replacementId).length,
  );
  return allClaims.map(({ state }) => state);
}

test.each(["before", "after"] as const)("a run killed %s any step is resumed, and the loss ends once", async (when) => {
  for (let step = 1; ; step += isGate ? 2 : 1) {
    await database.clear();
    staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
    client = await aCustomer(database.db);
    const { orderId, links } = await aLiveOrder(database.db, { staff, client, count: 2, remedy: "refund" });
    const { payments, made } = await paidByCard(database.db, orderId);
    const [replaced, refunded] = links.map(({ id }) => id) as [string, string];
    for (const id of [replaced, refunded]) {
      await storeCheck(system(TEST_NOW + DAY), id, "missing");
      await storeCheck(system(TEST_NOW + 2 * DAY), id, "missing");
    }
    let killed = false;
    let at = TEST_NOW + 9 * DAY;
    const passes = async () => {
      killed = (await run(at, { payments }, killedAt(step, when))) || killed;
      await run(at + 1, { payments });
      await run(at + 2, { payments });
    };
    await passes();
    const rows = await linkRows(database.db, orderId);
    const replacement = rows.find(({ replacesId }) => replacesId === replaced)!;
    await goLive(database.db, staff, [replacement.id], at + DAY);
    at += 2 * DAY;
    await passes();
    at += 30 * DAY;
    await passes();
    expect((await assertKept(`step ${step}`)).sort(), `step ${step}`).toEqual(["refunded", "replaced"]);
    expect(made.size, `step ${step}`).toBe(1);
    if (!killed) break;
  }
});

test.runIf(isDeep)(
  "a year of losses under kills ends in repairs, replacements or refunds",
  async () => {
    for (const seed of [1, 2]) {
      await database.clear();
      staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
      client = await aCustomer(database.db);
      const next = randomFrom(seed);
      const { orderId, links } = await aLiveOrder(database.db, { staff, client, count: 5, remedy: "refund" });
      const { payments } = await paidByCard(database.db, orderId);
      const lostOn = new Map(links.map(({ id }) => [id, 5 + next(250)]));
      for (let day = 1; day <= 365; day++) {
        const now = TEST_NOW + day * DAY;
        const rows = await linkRows(database.db, orderId);
        for (const link of rows.filter(({ state, refundId }) => state === "live" && !refundId)) {
          // A replacement can be lost too.
          if (!lostOn.has(link.id)) lostOn.set(link.id, day + 40 + next(400));
          const since = day - lostOn.get(link.id)!;
          const back = link.lostSince !== null && next(12) === 0;
          if (since >= 0) await storeCheck(system(now), link.id, back ? "ok" : "missing");
          if (back) lostOn.set(link.id, day + 30 + next(400));
        }
        const ready = rows.filter(({ replacesId, state }) => replacesId && state === "ready");
        for (const { id } of ready) if (next(40) === 0) await goLive(database.db, staff, [id], now);
        if (rows.some(({ lostSince }) => lostSince !== null)) {
          const when = next(2) === 0 ? "before" : "after";
          await run(now, { payments }, killedAt(next(30), when));
        }
      }
      for (let day = 366; day <= 410; day++) await run(TEST_NOW + day * DAY, { payments });
      const states = await assertKept(`seed ${seed}`);
      expect(states.length, `seed ${seed}`).toBeGreaterThan(5);
      expect(
        states.filter((state) => !["repaired", "replaced", "refunded"].includes(state)),
        `seed ${seed}`,
      ).toEqual([]);
    }
  },
  120_000,
);
