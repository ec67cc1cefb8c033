import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cancelOrder } from "~/domain/cancellations/cancelOrder";
import { reopenCancelledOrder } from "~/domain/cancellations/reopenCancelledOrder";
import type { ActorUser } from "~/domain/context";
import { Conflict, Invalid, NotFound } from "~/domain/errors";
import { importPlacements } from "~/domain/intake/importPlacements";
import { updatePlacement } from "~/domain/intake/updatePlacement";
import { moveOrders } from "~/domain/orders/moveOrders";
import { orderHistory } from "~/domain/orders/orderHistory";
import { updateOrder } from "~/domain/orders/updateOrder";
import { answerProposal } from "~/domain/placements/answerProposal";
import { bulkPlacements } from "~/domain/placements/bulkPlacements";
import { markLive } from "~/domain/placements/markLive";
import { placementDetails } from "~/domain/placements/placementDetails";
import { ProposalAnswer, SiteProposal } from "~/domain/placements/proposalInput";
import { proposeSites } from "~/domain/placements/proposeSites";
import { orders, placementCounters, placements } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder, linksOf } from "../support/trackedOrder";

const DAY = 86_400_000;

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
const statusOf = async (id: string) => (await database.db.select().from(orders).where(eq(orders.id, id)))[0]?.status;
const pages = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({
    targetUrl: `https://client.example.com/page-${from + index}`,
    anchorText: `anchor ${from + index}`,
  }));
const proposal = (id: string, domain = "blog.example.org", site = {}) =>
  SiteProposal.parse({ id, site: { domain, dr: 55, source: "Ahrefs", ...site } });
const answer = (id: string, accept: boolean, reason = "") =>
  ProposalAnswer.parse({ id, subject: "site", accept, reason });

test("creates a link for each unit, waiting for its page", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 12 });
  const links = await linksOf(database.db, client, order.id);
  expect(links.map(({ number }) => number)).toEqual(
    Array.from({ length: 12 }, (_, index) => `10001-${String(index + 1).padStart(2, "0")}`),
  );
  expect(new Set(links.map(({ state }) => state))).toEqual(new Set(["needs_input"]));
  expect(await statusOf(order.id)).toBe("Inputs_Required");
});

test("one page of twelve leaves eleven links waiting", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 12 });
  const { applied } = await importPlacements(as(client), { orderId: order.id, rows: pages(1), dryRun: false });
  expect(applied).toBe(1);
  expect((await linksOf(database.db, client, order.id)).filter(({ state }) => state === "needs_input")).toHaveLength(
    11,
  );
  expect(await statusOf(order.id)).toBe("Inputs_Required");
});

test("the last page makes the order Active and starts the clocks", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, tracking: { turnaroundDays: 5 } });
  await importPlacements(as(client), { orderId: order.id, rows: pages(3), dryRun: false });
  expect(await statusOf(order.id)).toBe("Active");
  const links = await linksOf(database.db, client, order.id);
  // The test's now is a Saturday: five working days end with Friday.
  expect(links.map(({ state, dueAt }) => [state, dueAt])).toEqual(links.map(() => ["ready", Date.UTC(2026, 10, 28)]));
});

test("when two writers fill in the last links, one makes the order Active", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 2 });
  const [first, second] = await linksOf(database.db, client, order.id);
  await Promise.all(
    [first!, second!].map((link, index) =>
      updatePlacement(as(index === 0 ? client : staff), { id: link.id, ...pages(1, index + 1)[0] }),
    ),
  );
  expect(await statusOf(order.id)).toBe("Active");
});

test("asks for the site, and works on once it is accepted", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 2, tracking: { approveSite: true } });
  await importPlacements(as(client), { orderId: order.id, rows: pages(2), dryRun: false });
  const [first, second] = await linksOf(database.db, client, order.id);
  await expect(bulkPlacements(as(staff), { ids: [first!.id], set: { state: "in_progress" } })).rejects.toThrow(
    Conflict,
  );
  expect(await proposeSites(as(staff), [proposal(first!.id), proposal(second!.id, "https://news.example.net/x")])).toBe(
    2,
  );
  expect(
    (await linksOf(database.db, client, order.id)).map(({ state, siteDomain, dueAt }) => [state, siteDomain, dueAt]),
  ).toEqual([
    ["site_review", "example.org", null],
    ["site_review", "example.net", null],
  ]);
  await answerProposal(as(client), answer(first!.id, true));
  await answerProposal(as(client), answer(second!.id, false, "Too weak"));
  const after = await linksOf(database.db, client, order.id);
  expect(after.map(({ state }) => state)).toEqual(["in_progress", "ready"]);
  expect((await placementDetails(as(client), second!.id)).declineReason).toBe("Too weak");
  await expect(answerProposal(as(client), answer(first!.id, true))).rejects.toThrow(Conflict);
  expect((await orderHistory(as(staff), order.id)).map(({ action }) => action)).toContain(
    `Link ${second!.number}: site declined`,
  );
});

test("the clock stands still while the client is asked", async () => {
  const monday = Date.UTC(2026, 10, 23);
  const order = await aTrackedOrder(database.db, {
    staff,
    client,
    count: 1,
    now: monday,
    tracking: { approveSite: true, turnaroundDays: 5 },
  });
  await importPlacements(as(client, monday), { orderId: order.id, rows: pages(1), dryRun: false });
  const [link] = await linksOf(database.db, client, order.id);
  await proposeSites(as(staff, monday + DAY), [proposal(link!.id)]);
  await answerProposal(as(client, monday + 8 * DAY), answer(link!.id, true));
  const [after] = await linksOf(database.db, client, order.id);
  expect(after!.dueAt).toBe(monday + 12 * DAY);
});

test("a link goes live on its site alone", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 1 });
  await importPlacements(as(client), { orderId: order.id, rows: pages(1), dryRun: false });
  const [link] = await linksOf(database.db, client, order.id);
  await proposeSites(as(staff), [{ ...proposal(link!.id), asks: false }]);
  await expect(markLive(as(staff), [{ id: link!.id, liveUrl: "https://elsewhere.example.net/post" }])).rejects.toThrow(
    Invalid,
  );
  await markLive(as(staff), [{ id: link!.id, liveUrl: "https://www.blog.example.org/post" }]);
  const [live] = await linksOf(database.db, client, order.id);
  expect(live).toMatchObject({ state: "live", liveAt: TEST_NOW, guaranteeUntil: TEST_NOW + 365 * DAY, dueAt: null });
});

test("completing with open links needs a decision; reopening restores them", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 2 });
  await importPlacements(as(client), { orderId: order.id, rows: pages(2), dryRun: false });
  const before = await linksOf(database.db, client, order.id);
  await expect(updateOrder(as(staff), { id: order.id, status: "Completed" })).rejects.toThrow(
    "2 links are not live yet",
  );
  await updateOrder(as(staff), { id: order.id, status: "Completed", closeOpenRows: true });
  expect((await linksOf(database.db, client, order.id)).map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
  await updateOrder(as(staff), { id: order.id, status: "Working" });
  const after = await linksOf(database.db, client, order.id);
  expect(after.map(({ state, dueAt }) => [state, dueAt])).toEqual(before.map(({ state, dueAt }) => [state, dueAt]));
});

test("cancelling an order cancels its open links; reopening restores them", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 2 });
  await cancelOrder(as(staff), { id: order.id, reason: "Not wanted", stopSubscription: false });
  expect((await linksOf(database.db, client, order.id)).map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
  await reopenCancelledOrder(as(staff), { id: order.id, reason: "A mistake" });
  expect((await linksOf(database.db, client, order.id)).map(({ state }) => state)).toEqual([
    "needs_input",
    "needs_input",
  ]);
});

test("moved orders take their links along", async () => {
  const other = await aCustomer(database.db);
  const order = await aTrackedOrder(database.db, { staff, client, count: 2 });
  await moveOrders(as(staff), { orderIds: [order.id], oldClientId: client.id, clientId: other.id });
  expect(await linksOf(database.db, client, order.id)).toEqual([]);
  expect(await linksOf(database.db, other, order.id)).toHaveLength(2);
});

test("another client finds no link", async () => {
  const stranger = await aCustomer(database.db);
  const order = await aTrackedOrder(database.db, { staff, client, count: 1 });
  const [link] = await linksOf(database.db, client, order.id);
  expect(await linksOf(database.db, stranger, order.id)).toEqual([]);
  await expect(placementDetails(as(stranger), link!.id)).rejects.toThrow(NotFound);
  await expect(updatePlacement(as(stranger), { id: link!.id, ...pages(1)[0] })).rejects.toThrow(NotFound);
  await expect(answerProposal(as(stranger), answer(link!.id, true))).rejects.toThrow(NotFound);
  await expect(importPlacements(as(stranger), { orderId: order.id, rows: pages(1), dryRun: false })).rejects.toThrow(
    NotFound,
  );
});

test("clients change only what is theirs, and nothing once work has begun", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 1 });
  const [link] = await linksOf(database.db, client, order.id);
  await updatePlacement(as(client), {
    id: link!.id,
    ...pages(1)[0],
    assignedToId: staff.id,
    staffNote: "mine",
    dueAt: 1,
  });
  const [row] = await database.db.select().from(placements);
  expect(row).toMatchObject({ state: "ready", assignedToId: null, staffNote: "" });
  await bulkPlacements(as(staff), { ids: [link!.id], set: { state: "in_progress" } });
  await expect(updatePlacement(as(client), { id: link!.id, anchorText: "late" })).rejects.toThrow(Conflict);
});

test("counts links by client and state", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 3 });
  await importPlacements(as(client), { orderId: order.id, rows: pages(2), dryRun: false });
  const counters = await database.db.select().from(placementCounters);
  const counted = counters.filter(({ count }) => count > 0).map(({ scope, state, count }) => [scope, state, count]);
  expect(counted.sort()).toEqual(
    [
      ["all", "needs_input", 1],
      ["all", "ready", 2],
      [client.id, "needs_input", 1],
      [client.id, "ready", 2],
    ].sort(),
  );
});

test("of two proposals at the same moment one wins, and the other is refused", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 1 });
  await importPlacements(as(client), { orderId: order.id, rows: pages(1), dryRun: false });
  const [link] = await linksOf(database.db, client, order.id);
  const results = await Promise.allSettled([
    proposeSites(as(staff), [proposal(link!.id)]),
    proposeSites(as(staff), [proposal(link!.id, "other.example.net")]),
  ]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [refused] = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refused).toBeInstanceOf(Conflict);
});
