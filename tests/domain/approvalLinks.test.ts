import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { NotFound, TooMany } from "~/domain/errors";
import { importPlacements } from "~/domain/intake/importPlacements";
import { moveOrders } from "~/domain/orders/moveOrders";
import { orderHistory } from "~/domain/orders/orderHistory";
import { answerByLink, LinkAnswer } from "~/domain/placements/answerByLink";
import { approvalFile } from "~/domain/placements/approvalFile";
import { makeApprovalToken } from "~/domain/placements/approvalLink";
import { approvalPage } from "~/domain/placements/approvalPage";
import { ContentProposal, SiteProposal } from "~/domain/placements/proposalInput";
import { proposeSites } from "~/domain/placements/proposeSites";
import { sendContent } from "~/domain/placements/sendContent";
import { history, notifications, placements } from "~db/schema";
import { beforeBatch } from "../support/beforeBatch";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder, linksOf } from "../support/trackedOrder";

const DAY = 86_400_000;
const accept = LinkAnswer.parse({ answer: "accept" });
const decline = LinkAnswer.parse({ answer: "decline", reason: "Too weak" });

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
const visitor = (now = TEST_NOW, address: string | null = null) =>
  testContext(database.db, anonymous, { now, address });

/** The ids of links whose sites wait for the client. */
async function proposedSites(count = 1) {
  const order = await aTrackedOrder(database.db, { staff, client, count, tracking: { approveSite: true } });
  const rows = Array.from({ length: count }, (_, at) => ({
    targetUrl: `https://client.example.com/${at}`,
    anchorText: `anchor ${at}`,
  }));
  await importPlacements(as(client), { orderId: order.id, rows, dryRun: false });
  const links = await linksOf(database.db, client, order.id);
  const site = { domain: "example.org", dr: 55, traffic: 12_000, source: "Ahrefs" };
  await proposeSites(
    as(staff),
    links.map(({ id }) => SiteProposal.parse({ id, site })),
  );
  return { orderId: order.id, ids: links.map(({ id }) => id) };
}
const rowOf = async (id: string) => (await database.db.select().from(placements).where(eq(placements.id, id)))[0]!;
const tokenOf = async (id: string) => makeApprovalToken(visitor(), await rowOf(id), "site");
const answers = async () =>
  (await database.db.select({ action: history.action }).from(history).where(eq(history.entity, "placement")))
    .map(({ action }) => action)
    .filter((action) => /accepted|declined/.test(action));

test("a mailed link shows its proposal and accepts it once", async () => {
  const { orderId, ids } = await proposedSites();
  const token = await tokenOf(ids[0]!);
  const before = await rowOf(ids[0]!);
  for (let opened = 0; opened < 2; opened++)
    expect(await approvalPage(visitor(), token)).toMatchObject({
      expired: false,
      waiting: true,
      subject: "site",
      site: { domain: "example.org", dr: 55, traffic: 12_000 },
    });
  expect(await rowOf(ids[0]!)).toEqual(before);
  expect(await answerByLink(visitor(TEST_NOW + 1), token, accept)).toBe(true);
  expect(await rowOf(ids[0]!)).toMatchObject({ state: "in_progress", answerBy: null });
  expect(await approvalPage(visitor(TEST_NOW + 2), token)).toMatchObject({
    waiting: false,
    state: "in_progress",
    answer: { kind: "accepted", at: TEST_NOW + 1 },
  });
  expect(await answerByLink(visitor(TEST_NOW + 3), token, decline)).toBe(false);
  expect((await rowOf(ids[0]!)).state).toBe("in_progress");
  expect(await answers()).toEqual(["Site accepted by the mailed link"]);
  expect((await orderHistory(as(staff), orderId))[0]).toMatchObject({
    action: expect.stringMatching(/^Link .*: site accepted by the mailed link$/),
    modifiedByName: "visitor",
  });
  const notices = await database.db.select().from(notifications).where(eq(notifications.userId, staff.id));
  expect(notices.at(-1)?.description).toMatch(/the client accepted example\.org$/);
});

test("a declined link keeps its reason on the page", async () => {
  const { ids } = await proposedSites();
  const token = await tokenOf(ids[0]!);
  await answerByLink(visitor(), token, decline);
  expect(await approvalPage(visitor(), token)).toMatchObject({
    state: "ready",
    answer: { kind: "declined", reason: "Too weak" },
  });
  expect(LinkAnswer.safeParse({ answer: "decline", reason: " " }).error?.issues[0]?.path).toEqual(["reason"]);
});

test("forged and foreign links open nothing", async () => {
  const { ids } = await proposedSites(2);
  const [first, second] = [await tokenOf(ids[0]!), await tokenOf(ids[1]!)];
  const parts = first.split(".");
  const changed = (at: number, part: string) => parts.map((one, index) => (index === at ? part : one)).join(".");
  const forged = [
    "nonsense",
    "",
    changed(0, ids[1]!),
    changed(1, "content"),
    changed(2, "2"),
    changed(3, String(Number(parts[3]) + 1)),
    changed(4, second.split(".")[4]!),
    changed(4, parts[4]!.slice(0, -1)),
  ];
  for (const token of forged) {
    await expect(approvalPage(visitor(), token), token).rejects.toThrow(NotFound);
    await expect(answerByLink(visitor(), token, accept), token).rejects.toThrow(NotFound);
    await expect(approvalFile(visitor(), token), token).rejects.toThrow(NotFound);
  }
  expect(await answers()).toEqual([]);
});

test("a link works for 30 days", async () => {
  const { ids } = await proposedSites();
  const token = await tokenOf(ids[0]!);
  expect(await approvalPage(visitor(TEST_NOW + 30 * DAY - 1), token)).toMatchObject({ waiting: true });
  expect(await approvalPage(visitor(TEST_NOW + 30 * DAY), token)).toEqual({ expired: true, placementId: ids[0] });
  expect(await answerByLink(visitor(TEST_NOW + 30 * DAY), token, accept)).toBe(false);
  expect((await rowOf(ids[0]!)).state).toBe("site_review");
});

test("the link of an earlier proposal does not answer a newer one", async () => {
  const { ids } = await proposedSites();
  const earlier = await tokenOf(ids[0]!);
  await answerByLink(visitor(), earlier, decline);
  await proposeSites(as(staff), [SiteProposal.parse({ id: ids[0]!, site: { domain: "example.net", dr: 60 } })]);
  expect(await answerByLink(visitor(), earlier, accept)).toBe(false);
  expect(await approvalPage(visitor(), earlier)).toMatchObject({ waiting: false, site: null, answer: null });
  expect(await answerByLink(visitor(), await tokenOf(ids[0]!), accept)).toBe(true);
});

test("of two answers at the same moment one counts", async () => {
  const { ids } = await proposedSites();
  const token = await tokenOf(ids[0]!);
  let first: boolean | undefined;
  const overtaken = beforeBatch(visitor(), 1, async () => {
    first = await answerByLink(visitor(), token, accept);
  });
  expect(await answerByLink(overtaken, token, decline)).toBe(false);
  expect(first).toBe(true);
  expect(await answers()).toEqual(["Site accepted by the mailed link"]);
  expect((await rowOf(ids[0]!)).state).toBe("in_progress");
});

test("another change of the link does not lose the answer", async () => {
  const { ids } = await proposedSites();
  const token = await tokenOf(ids[0]!);
  const overtaken = beforeBatch(visitor(), 1, async () => {
    await database.db.update(placements).set({ version: 99 }).where(eq(placements.id, ids[0]!));
  });
  expect(await answerByLink(overtaken, token, accept)).toBe(true);
});

test("a link ends when its order moves to another client", async () => {
  const other = await aCustomer(database.db);
  const { orderId, ids } = await proposedSites();
  const token = await tokenOf(ids[0]!);
  await moveOrders(as(staff), { orderIds: [orderId], oldClientId: client.id, clientId: other.id });
  await expect(approvalPage(visitor(), token)).rejects.toThrow(NotFound);
});

test("limits forged links by network and leaves real ones", async () => {
  const { ids } = await proposedSites();
  const token = await tokenOf(ids[0]!);
  const stranger = () => visitor(TEST_NOW, "203.0.113.7");
  for (let tries = 0; tries < 60; tries++) await approvalPage(stranger(), `forged-${tries}`).catch(() => {});
  await expect(approvalPage(stranger(), "forged")).rejects.toThrow(TooMany);
  expect(await approvalPage(stranger(), token)).toMatchObject({ waiting: true });
});

test("shows content to approve without the links' internal fields", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 1, tracking: { approveContent: true } });
  const rows = [{ targetUrl: "https://client.example.com/", anchorText: "anchor" }];
  await importPlacements(as(client), { orderId: order.id, rows, dryRun: false });
  const [link] = await linksOf(database.db, client, order.id);
  await proposeSites(as(staff), [
    { ...SiteProposal.parse({ id: link!.id, site: { domain: "example.org" } }), asks: false },
  ]);
  await sendContent(as(staff), ContentProposal.parse({ id: link!.id, text: "A **good** article" }));
  await database.db.update(placements).set({ staffNote: "internal-note", share: 12_345_67, assignedToId: staff.id });
  const token = await makeApprovalToken(visitor(), await rowOf(link!.id), "content");
  const page = await approvalPage(visitor(), token);
  expect(page).toMatchObject({
    subject: "content",
    waiting: true,
    content: { html: expect.stringContaining("<strong>") },
  });
  for (const secret of ["internal-note", "1234567", staff.id, staff.firstName])
    expect(JSON.stringify(page)).not.toContain(secret);
  await answerByLink(visitor(), token, accept);
  expect(await rowOf(link!.id)).toMatchObject({ state: "submitted", contentApprovedAt: TEST_NOW });
});
