import { afterAll, beforeAll, expect, test } from "vitest";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import type { ActorUser } from "~/domain/context";
import { importPlacements } from "~/domain/intake/importPlacements";
import { updatePlacement } from "~/domain/intake/updatePlacement";
import { deliverOutbox } from "~/domain/outbox/deliverOutbox";
import { makeApprovalToken } from "~/domain/placements/approvalLink";
import { approvalPage } from "~/domain/placements/approvalPage";
import { bulkPlacements } from "~/domain/placements/bulkPlacements";
import { exportPlacements } from "~/domain/placements/findPlacements";
import { markLive } from "~/domain/placements/markLive";
import { placementList } from "~/domain/placements/placementList";
import { placementSheet } from "~/domain/placements/placementSheet";
import { SiteProposal } from "~/domain/placements/proposalInput";
import { proposeSites } from "~/domain/placements/proposeSites";
import { listFromUrl } from "~/list/listFromUrl";
import { placements } from "~db/schema";
import { aMember, aSession, hashOfPassword } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { callApi } from "../support/portal";
import { actingAs, actingSystem, anonymous, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder, linksOf } from "../support/trackedOrder";

/** Staff's names, their note and what a link costs (rules.md security/internal-text). */
const NAME = "Kestrelina";
const NOTE = "osprey-margin-2296";
const SHARE = 76_543_21;
const secrets = [NAME, NOTE, String(SHARE), "76543.21"];
/** Written where the client reads, to prove that the search would find the secrets. */
const OPEN = "heron-reference-3308";

let database: TestDatabase;
let staff: ActorUser;
let client: ActorUser;
let id: string;
let bearers: Record<"client" | "staff", string>;
const mailed: string[] = [];
const pushed: string[] = [];

const as = (user: ActorUser, now = TEST_NOW) => testContext(database.db, actingAs(user), { now });
const bearerOf = async (user: ActorUser) => {
  const { sessionId, generation } = await aSession(testContext(database.db), user as never, "api");
  return await testContext(database.db).signer.accessToken({ sessionId, generation }, TEST_NOW + ACCESS_MS);
};

/** What reaches the client's mailbox and open pages. */
const deliver = (now: number) =>
  deliverOutbox(testContext(database.db, actingSystem, { now }), {
    sendMail: async (mail) => void (mail.to === client.email && mailed.push(JSON.stringify(mail))),
    push: async (userId, messages) => void (userId === client.id && pushed.push(JSON.stringify(messages))),
  });

beforeAll(async () => {
  database = await openTestDatabase();
  await hashOfPassword();
  staff = await aStaffMember(database.db, { privileges: "SuperAdmin", firstName: NAME });
  client = (await aMember(database.db)) as unknown as ActorUser;
  bearers = { client: await bearerOf(client), staff: await bearerOf(staff) };
  const order = await aTrackedOrder(database.db, { staff, client, count: 2, tracking: { approveSite: true } });
  const rows = [0, 1].map((at) => ({
    targetUrl: `https://client.example.com/${at}`,
    anchorText: `anchor ${at}`,
    clientReference: OPEN,
  }));
  await importPlacements(as(client), { orderId: order.id, rows, dryRun: false });
  await database.db.update(placements).set({ share: SHARE });
  const links = await linksOf(database.db, staff, order.id);
  id = links[0]!.id;
  await updatePlacement(as(staff), { id, staffNote: NOTE });
  await bulkPlacements(as(staff), { ids: links.map((link) => link.id), set: { assignedToId: staff.id } });
  await proposeSites(
    as(staff),
    links.map((link) => SiteProposal.parse({ id: link.id, site: { domain: "example.org", dr: 55 } })),
  );
  await deliver(TEST_NOW + 3_600_000);
  const { status } = await callApi(testContext(database.db), "POST", "/placement/answer", {
    bearer: bearers.client,
    body: { id, subject: "site", accept: true },
  });
  expect(status).toBe(200);
  await markLive(as(staff, TEST_NOW + 7_200_000), [{ id, liveUrl: "https://example.org/post" }]);
  await deliver(TEST_NOW + 10_800_000);
});
afterAll(() => database.dispose());

const call = (who: keyof typeof bearers, method: string, path: string, body?: unknown) =>
  callApi(testContext(database.db), method, path, { bearer: bearers[who], body });

const without = (text: string, where: string) => {
  for (const secret of secrets) expect(text, where).not.toContain(secret);
};

test("staff read the assignee and the note; the client's calls omit both", async () => {
  const find = { pageNumber: 0, pageSize: 25 };
  expect((await call("staff", "POST", "/placement/find", find)).text).toContain(NOTE);
  expect((await call("staff", "POST", "/placement/find", find)).text).toContain(NAME);
  const found = await call("client", "POST", "/placement/find", find);
  const detail = await call("client", "GET", `/placement/detail?id=${id}`);
  for (const { text, status } of [found, detail]) {
    expect(status).toBe(200);
    expect(text).toContain(OPEN);
    without(text, text);
  }
});

test("names the team as one to clients", async () => {
  const { json } = await call("client", "GET", `/placement/detail?id=${id}`);
  if (json.history) expect(JSON.stringify(json.history)).not.toContain(staff.id);
});

test("the client's export, mails, live messages and page hold no secret", async () => {
  const query = listFromUrl(placementList, "http://localhost/links");
  const cells: unknown[] = [];
  const exported = await exportPlacements(as(client), query);
  for await (const rows of exported.pages)
    for (const row of rows)
      cells.push(
        placementSheet(actingAs(client)).map((column) => column.value(row)),
        row,
      );
  expect(JSON.stringify(cells)).toContain(OPEN);
  without(JSON.stringify(cells), "export");
  expect(mailed.join()).toContain("example.org");
  without(mailed.join(), "mails");
  expect(pushed.length).toBeGreaterThan(0);
  without(pushed.join(), "live messages");
  const row = (await database.db.select().from(placements)).find((one) => one.state === "site_review")!;
  const token = await makeApprovalToken(testContext(database.db), row, "site");
  const page = JSON.stringify(await approvalPage(testContext(database.db, anonymous), token));
  expect(page).toContain(OPEN);
  without(page, "mailed page");
});
