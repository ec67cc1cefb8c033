import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answerApi } from "~/api/answerApi.server";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import type { ActorUser } from "~/domain/context";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { callApi, SITE } from "../support/portal";
import { readSheet } from "../support/readSheet";
import { anonymous, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder, linksOf } from "../support/trackedOrder";

const SECRET = "the publisher costs us forty dollars";

let database: TestDatabase;
let staff: ActorUser;
let client: ActorUser;
let stranger: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  staff = await aStaffMember(database.db, { firstName: "Secretagent", privileges: "SuperAdmin" });
  client = await aCustomer(database.db);
  stranger = await aCustomer(database.db);
});

async function bearerOf(user: ActorUser) {
  const ctx = testContext(database.db);
  const { sessionId } = await aSession(ctx, user, "api");
  return await ctx.signer.accessToken({ sessionId, generation: 1 }, TEST_NOW + ACCESS_MS);
}
async function call(user: ActorUser, method: string, path: string, body?: unknown, db = database.db) {
  return await callApi(testContext(db, anonymous), method, path, { body, bearer: await bearerOf(user) });
}
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    targetUrl: `https://client.example.com/${n}`,
    anchorText: `anchor ${n}`,
  }));
const fill = (orderId: string, count: number) =>
  call(client, "POST", "/placement/import", { orderId, rows: rowsOf(count) });

test("placement/find: lists a client's own links without what is for staff", async () => {
  const order = await aTrackedOrder(database.db, { staff, client });
  const [link] = await linksOf(database.db, staff, order.id);
  await call(staff, "POST", "/placement", { _id: link!.id, assignedToId: staff.id, staffNote: SECRET });
  const asStaff = await call(staff, "POST", "/placement/find", { filterFields: [] });
  expect(JSON.stringify(asStaff.json)).toContain(SECRET);
  const answer = await call(client, "POST", "/placement/find", {
    filterFields: [{ key: "orderId", searchOperation: "eq", value: order.id }],
  });
  const { content, totalElements } = answer.json as { content: object[]; totalElements: number };
  expect(totalElements).toBe(3);
  expect(content[0]).toMatchObject({ orderId: order.id, orderNumber: 10_001, state: "needs_input", dueAt: null });
  for (const path of [`/placement/detail?id=${link!.id}`, "/placement/find"]) {
    const text = (await call(client, path.includes("?") ? "GET" : "POST", path, path.includes("?") ? undefined : {}))
      .text;
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain("Secretagent");
  }
});

test.each([
  ["GET", "/placement/detail", (id: string) => ({ query: id })],
  ["POST", "/placement", (id: string) => ({ _id: id, anchorText: "x" })],
  ["POST", "/placement/answer", (id: string) => ({ id, subject: "site", accept: true })],
] as const)("%s %s: answers 404 to another client", async (method, path, bodyOf) => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 1 });
  const [link] = await linksOf(database.db, staff, order.id);
  const body = bodyOf(link!.id);
  const answer =
    "query" in body ? await call(stranger, method, `${path}?id=${link!.id}`) : await call(stranger, method, path, body);
  expect(answer.status).toBe(404);
});

test("placement/import: applies good rows and explains the bad ones", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 2 });
  const rows = [...rowsOf(2), { targetUrl: "not an address", anchorText: "" }];
  rows[1] = { targetUrl: "nowhere", anchorText: "b" };
  const dry = await call(client, "POST", "/placement/import", { orderId: order.id, rows, dryRun: true });
  expect(dry.json).toMatchObject({ applied: 1 });
  expect((await linksOf(database.db, client, order.id)).map(({ state }) => state)).toEqual([
    "needs_input",
    "needs_input",
  ]);
  const answer = await call(client, "POST", "/placement/import", { orderId: order.id, rows });
  expect(answer.json).toMatchObject({
    applied: 1,
    rows: [
      { row: 1, number: "10001-01", status: "changed", errors: [] },
      { row: 2, status: "refused", errors: ["Row 2: not a web address"] },
      { row: 3, status: "refused" },
    ],
  });
  expect((await call(client, "POST", "/placement/import", { orderId: order.id, rows: rowsOf(1) })).json).toMatchObject({
    applied: 0,
    rows: [{ status: "same" }],
  });
});

test("placement/import: a thousand rows take at most eight statements", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 1000 });
  const count = newStatementCount();
  const counted = openDb(countStatements(database.binding, count));
  const answer = await call(client, "POST", "/placement/import", { orderId: order.id, rows: rowsOf(1000) }, counted);
  expect(answer.json).toMatchObject({ applied: 1000 });
  // The session's check adds one.
  expect(count.statements).toBeLessThanOrEqual(9);
  const [row] = (await database.binding.prepare("select status from orders where id = ?").bind(order.id).all()).results;
  expect(row).toEqual({ status: "Active" });
});

test("the calls lead a link from its page to live", async () => {
  const order = await aTrackedOrder(database.db, {
    staff,
    client,
    count: 1,
    tracking: { approveSite: true, approveContent: true },
  });
  await fill(order.id, 1);
  const id = (await linksOf(database.db, client, order.id))[0]!.id;
  const step = async (user: ActorUser, path: string, body: object) => {
    const answer = await call(user, "POST", path, { id, ...body });
    return [answer.status, (answer.json as { state?: string }).state];
  };
  const site = { domain: "news.example.org", dr: 60, da: 50, traffic: 12_000, source: "Ahrefs", samplePage: "" };
  expect(await step(staff, "/placement/live", { liveUrl: "https://news.example.org/post" })).toEqual([409, undefined]);
  expect(await step(staff, "/placement/propose", { site })).toEqual([200, "site_review"]);
  expect(await step(client, "/placement/answer", { subject: "site", accept: false, reason: "" })).toEqual([
    400,
    undefined,
  ]);
  expect(await step(client, "/placement/answer", { subject: "site", accept: true })).toEqual([200, "in_progress"]);
  expect(await step(staff, "/placement/content", { text: "**Draft**" })).toEqual([200, "content_review"]);
  expect(await step(client, "/placement/answer", { subject: "content", accept: true })).toEqual([200, "submitted"]);
  expect(await step(staff, "/placement/live", { liveUrl: "https://www.example.org/post" })).toEqual([200, "live"]);
  const history = (await call(staff, "GET", `/order/history?id=${order.id}`)).json as { action: string }[];
  expect(history.map(({ action }) => action).filter((action) => action.startsWith("Link"))).toEqual([
    "Link 10001-01: live",
    "Link 10001-01: content accepted",
    "Link 10001-01: content sent for approval",
    "Link 10001-01: site accepted",
    "Link 10001-01: site proposed",
    "Link 10001-01: filled in",
  ]);
});

test("order/details: completing an order with open links needs closeOpenRows", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 2 });
  await fill(order.id, 2);
  const complete = (more: object) =>
    call(staff, "POST", "/order/details", { _id: order.id, status: "Completed", ...more });
  const refused = await complete({});
  expect(refused.status).toBe(400);
  expect(refused.json).toMatchObject({ fieldErrors: { closeOpenRows: [expect.stringContaining("2 links")] } });
  expect((await complete({ closeOpenRows: true })).status).toBe(200);
});

test("placement/bulk: changes all links or none", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 3 });
  await fill(order.id, 2);
  const ids = (await linksOf(database.db, staff, order.id)).map(({ id }) => id);
  expect((await call(staff, "POST", "/placement/bulk", { ids, set: { state: "in_progress" } })).status).toBe(409);
  const set = { state: "in_progress", assignedToId: staff.id };
  const answer = await call(staff, "POST", "/placement/bulk", { ids: ids.slice(0, 2), set });
  expect(answer.json).toEqual({ changed: 2 });
  expect((await call(client, "POST", "/placement/bulk", { ids, set })).status).toBe(403);
});

test("placement/export: clients get the sheet of their own links", async () => {
  await aTrackedOrder(database.db, { staff, client, count: 2 });
  await aTrackedOrder(database.db, { staff, client: stranger, count: 1 });
  const answer = await answerApi(
    testContext(database.db, anonymous),
    new Request(`${SITE}/api/placement/export`, {
      method: "POST",
      body: JSON.stringify({ sortBy: "createdTime", sortDirection: "asc" }),
      headers: { Authorization: `Bearer ${await bearerOf(client)}` },
    }),
  );
  const [head, ...rows] = readSheet(new Uint8Array(await answer.arrayBuffer()));
  expect(rows.map(([number]) => number).sort()).toEqual(["10001-01", "10001-02"]);
  expect(head).not.toContain("Assigned");
});
