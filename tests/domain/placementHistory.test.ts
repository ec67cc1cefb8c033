import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findSession } from "~/domain/accounts/findSession";
import type { ActorUser } from "~/domain/context";
import { importPlacements } from "~/domain/intake/importPlacements";
import { orderHistory } from "~/domain/orders/orderHistory";
import { answerProposal } from "~/domain/placements/answerProposal";
import { bulkPlacements } from "~/domain/placements/bulkPlacements";
import { markLive } from "~/domain/placements/markLive";
import { placementDetails } from "~/domain/placements/placementDetails";
import { waitingForClient } from "~/domain/placements/placementStates";
import { SiteProposal } from "~/domain/placements/proposalInput";
import { proposeSites } from "~/domain/placements/proposeSites";
import { placements } from "~db/schema";
import { aSession } from "../support/accounts";
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

async function readyLinks(count: number) {
  const order = await aTrackedOrder(database.db, { staff, client, count });
  const rows = Array.from({ length: count }, (_, at) => ({
    targetUrl: `https://client.example.com/${at}`,
    anchorText: `anchor ${at}`,
  }));
  await importPlacements(as(client), { orderId: order.id, rows, dryRun: false });
  return { orderId: order.id, ids: (await linksOf(database.db, client, order.id)).map(({ id }) => id) };
}

test("the history names what was done to many links", async () => {
  const { orderId, ids } = await readyLinks(2);
  const set = { assignedToId: staff.id, dueAt: TEST_NOW + 9 * DAY, state: "in_progress" as const };
  await bulkPlacements(as(staff, TEST_NOW + 1), { ids, set });
  await bulkPlacements(as(staff, TEST_NOW + 2), { ids, set: { assignedToId: null } });
  const actions = (await orderHistory(as(staff), orderId)).map(({ action }) => action);
  expect(actions.slice(0, 2)).toEqual(["2 links: unassigned", "2 links: assigned, due date set, moved to In progress"]);
});

test("a corrected live address is recorded as one", async () => {
  const { ids } = await readyLinks(1);
  await markLive(as(staff, TEST_NOW + 1), [{ id: ids[0]!, liveUrl: "https://example.org/a" }]);
  await markLive(as(staff, TEST_NOW + 2), [{ id: ids[0]!, liveUrl: "https://example.org/b" }]);
  const { history } = await placementDetails(as(staff), ids[0]!);
  expect(history.slice(0, 2).map(({ action }) => action)).toEqual(["Address corrected", "Live"]);
});

test("clients read their own name and 'Our team', staff read names", async () => {
  const { ids } = await readyLinks(1);
  await proposeSites(as(staff, TEST_NOW + 1), [SiteProposal.parse({ id: ids[0]!, site: { domain: "example.org" } })]);
  const answer = { id: ids[0]!, subject: "site" as const, accept: true, reason: "" };
  await answerProposal(as(client, TEST_NOW + 2), answer);
  const namesFor = async (user: ActorUser) =>
    (await placementDetails(as(user), ids[0]!)).history.slice(0, 2).map(({ by }) => by);
  const nameOf = ({ firstName, lastName }: ActorUser) => `${firstName} ${lastName}`;
  expect(await namesFor(client)).toEqual([nameOf(client), "Our team"]);
  expect(await namesFor(staff)).toEqual([nameOf(client), nameOf(staff)]);
});

test("the session counts the links that wait for their client", async () => {
  const { ids } = await readyLinks(1);
  await aTrackedOrder(database.db, { staff, client, count: 2 });
  const countFor = async (user: ActorUser) => {
    const { sessionId } = await aSession(as(user), user);
    return (await findSession(as(user), sessionId))?.linksToAnswer;
  };
  expect(await countFor(client)).toBe(2);
  expect(await countFor(await aCustomer(database.db))).toBe(0);
  for (const state of waitingForClient) {
    await database.db.update(placements).set({ state });
    expect([state, ids.length, await countFor(client)]).toEqual([state, 1, 3]);
  }
  await database.db.update(placements).set({ state: "submitted" });
  expect(await countFor(client)).toBe(0);
});
