import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { importPlacements } from "~/domain/intake/importPlacements";
import { makeApprovalToken } from "~/domain/placements/approvalLink";
import { ContentProposal, SiteProposal } from "~/domain/placements/proposalInput";
import { proposeSites } from "~/domain/placements/proposeSites";
import { sendContent } from "~/domain/placements/sendContent";
import { paths } from "~/paths";
import { newId } from "~db/ids";
import { placements, uploads } from "~db/schema";
import { buildOf } from "../support/buildOf";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { aPortal, aPost, SITE } from "../support/portal";
import { actingAs, anonymous, memoryFiles, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder, linksOf } from "../support/trackedOrder";

const DAY = 86_400_000;

let database: TestDatabase;
let staff: ActorUser;
let client: ActorUser;
let pages: ReturnType<typeof createRequestHandler>;
const files = memoryFiles();
beforeAll(async () => {
  database = await openTestDatabase();
  pages = createRequestHandler(await builtPages(), "production");
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
  client = await aCustomer(database.db);
});

/** A build of the pages of a mailed link, from the sources. */
async function builtPages(): Promise<ServerBuild> {
  const modules = {
    root: { module: await import("../../app/root"), path: "" },
    "routes/a.$token": { module: await import("../../app/routes/a.$token"), parentId: "root", path: "a/:token" },
    "routes/a.$token_.file": {
      module: await import("../../app/routes/a.$token_.file"),
      parentId: "root",
      path: "a/:token/file",
    },
  };
  return buildOf(modules);
}

async function visit(request: Request, now = TEST_NOW) {
  const portal = aPortal(testContext(database.db, anonymous, { now, files }), request);
  const response = await pages(request, { portal });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const get = (path: string, now?: number, method = "GET") => visit(new Request(SITE + path, { method }), now);
const post = (path: string, fields: Record<string, string>, now?: number) => visit(aPost(path, fields), now);

const as = (user: ActorUser) => testContext(database.db, actingAs(user));
const row = async () => (await database.db.select().from(placements))[0]!;
const tokenFor = async (subject: "site" | "content") => makeApprovalToken(as(staff), await row(), subject);

async function aProposedSite() {
  const order = await aTrackedOrder(database.db, { staff, client, count: 1 });
  const rows = [{ targetUrl: "https://client.example.com/page", anchorText: "best anchor" }];
  await importPlacements(as(client), { orderId: order.id, rows, dryRun: false });
  const [link] = await linksOf(database.db, client, order.id);
  const site = { domain: "example.org", dr: 55, traffic: 12_000, source: "Ahrefs" };
  await proposeSites(as(staff), [SiteProposal.parse({ id: link!.id, site })]);
  return { orderId: order.id, id: link!.id, path: paths.approval(await tokenFor("site")) };
}

test("opening the page changes nothing, and no other site learns its address", async () => {
  const { path } = await aProposedSite();
  const before = await row();
  for (const method of ["GET", "HEAD", "GET"]) {
    const page = await get(path, TEST_NOW + 1, method);
    expect(page.status).toBe(200);
    expect(page.headers.get("Referrer-Policy")).toBe("same-origin");
    expect(page.headers.get("Cache-Control")).toBe("no-store");
  }
  const { text } = await get(path);
  for (const shown of [
    "noindex",
    "example.org",
    "12,000",
    "best anchor",
    "https://client.example.com/page",
    "Accept",
    "Decline",
  ])
    expect(text).toContain(shown);
  expect(await row()).toEqual(before);
});

test("accepts by the post, and shows the state from then on", async () => {
  const { path } = await aProposedSite();
  const accepted = await post(path, { answer: "accept", reason: "" });
  expect([accepted.status, accepted.headers.get("Location")]).toEqual([303, path]);
  expect((await row()).state).toBe("in_progress");
  const page = await get(path);
  expect(page.text).toContain("You accepted this site on November 21, 2026");
  expect(page.text).not.toContain("<form");
  const before = await row();
  expect((await post(path, { answer: "decline", reason: "Changed my mind" })).status).toBe(303);
  expect(await row()).toEqual(before);
});

test("declining needs a reason, and keeps what was typed", async () => {
  const { path } = await aProposedSite();
  const refused = await post(path, { answer: "decline", reason: "  " });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Tell us what to change");
  const long = "x".repeat(2001);
  expect((await post(path, { answer: "decline", reason: long })).text).toContain(long);
  expect((await row()).state).toBe("site_review");
  expect((await post(path, { answer: "decline", reason: "Too weak" })).status).toBe(303);
  const page = await get(path);
  expect(page.text).toContain("You declined this site");
  for (const shown of ["Too weak", "example.org"]) expect(page.text).toContain(shown);
});

test("of two posts at the same moment one acts", async () => {
  const { path } = await aProposedSite();
  const answers = await Promise.all([
    post(path, { answer: "accept", reason: "" }),
    post(path, { answer: "accept", reason: "" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await row()).toMatchObject({ state: "in_progress", version: 4 });
});

test("a forged link is not found, and an expired one leads to sign-in", async () => {
  const { path, id } = await aProposedSite();
  for (const forged of [`${path}x`, path.replace(".1.", ".2."), "/a/none"]) {
    for (const page of [await get(forged), await post(forged, { answer: "accept", reason: "" })]) {
      expect(page.status, forged).toBe(404);
      expect(page.text).toContain("This link does not work");
    }
  }
  const expired = await get(path, TEST_NOW + 30 * DAY);
  expect(expired.status).toBe(410);
  expect(expired.text).toContain("This link has expired");
  expect(expired.text).toContain(paths.signIn(paths.placement(id)).replace("&", "&amp;"));
  expect((await post(path, { answer: "accept", reason: "" }, TEST_NOW + 30 * DAY)).status).toBe(303);
  expect((await row()).state).toBe("site_review");
});

test("reads the content's file by the link alone", async () => {
  const { orderId, id, path } = await aProposedSite();
  await post(path, { answer: "accept", reason: "" });
  const key = "k".repeat(32);
  await files.put(key, new TextEncoder().encode("%PDF-1.7 article").buffer, undefined as never);
  await database.db.insert(uploads).values({
    id: newId(TEST_NOW),
    key,
    kind: "report",
    fileName: "article.pdf",
    contentType: "application/pdf",
    size: 16,
    ownerId: staff.id,
    attachedTo: `order:${orderId}`,
    storedAt: TEST_NOW,
    createdAt: TEST_NOW,
  } as never);
  await sendContent(as(staff), ContentProposal.parse({ id, fileUrl: paths.file(key) }));
  const content = await tokenFor("content");
  expect((await get(paths.approval(content))).text).toContain("article.pdf");
  const file = await get(paths.approvalFile(content));
  expect([file.status, file.text]).toEqual([200, "%PDF-1.7 article"]);
  expect(file.headers.get("Content-Disposition")).toContain("attachment");
  expect(file.headers.get("Content-Security-Policy")).toContain("sandbox");
  expect((await get(`${path}/file`)).status).toBe(404);
  expect((await get(paths.approvalFile(content), TEST_NOW + 30 * DAY)).status).toBe(404);
  await database.db.update(placements).set({ proposal: 9 }).where(eq(placements.id, id));
  expect((await get(paths.approvalFile(content))).status).toBe(404);
});
