import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { answerApi } from "~/api/answerApi.server";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import type { ActorUser } from "~/domain/context";
import { storeUpload } from "~/files/storeUpload";
import type { UploadKind } from "~/files/uploadKinds";
import { announcements, creatives } from "~db/schema";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { aFile, pngBytes } from "../support/fileBytes";
import { callApi } from "../support/portal";
import { readSheet } from "../support/readSheet";
import { actingAs, memoryFiles, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
const people = {} as Record<"admin" | "manager" | "customer" | "affiliate", ActorUser>;
const bearers = {} as Record<keyof typeof people, string>;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  people.admin = await aStaffMember(db, { firstName: "Ada", privileges: "Admin" });
  people.manager = await aStaffMember(db, { firstName: "Mia", privileges: "Manager" });
  people.customer = await aCustomer(db, { firstName: "Cleo", email: "cleo@example.com" });
  people.affiliate = await aCustomer(db, { affiliate: true, affiliateCode: "CODE" });
  const ctx = testContext(db);
  for (const [name, person] of Object.entries(people)) {
    const { sessionId, generation } = await aSession(ctx, person, "api");
    bearers[name as keyof typeof people] = await ctx.signer.accessToken(
      { sessionId, generation },
      TEST_NOW + ACCESS_MS,
    );
  }
});
afterAll(() => database.dispose());

const call = (who: keyof typeof people, method: string, path: string, body?: unknown) =>
  callApi(testContext(database.db), method, path, { bearer: bearers[who], ...(body ? { body } : {}) });
const anUpload = async (kind: UploadKind, who: keyof typeof people = "manager") => {
  const ctx = testContext(database.db, actingAs(people[who]), { files: memoryFiles() });
  return (await storeUpload(ctx, kind, aFile(pngBytes(), "picture.png"))).url;
};
const STALE = "This record was changed by someone else. Please reload and try again.";

test("announcements: creates, reads, updates, hides and deletes one", async () => {
  const imageUrl = await anUpload("announcementImage");
  const sent = {
    name: "Offer",
    description: "Ten for nine",
    visible: true,
    imageUrl,
    linkUrl: "https://example.com/x",
  };
  const made = await call("manager", "POST", "/announcement", sent);
  expect([made.status, made.json]).toEqual([
    200,
    {
      ...sent,
      _id: expect.any(String),
      fromDate: null,
      untilDate: null,
      audience: "customers",
      serviceIds: [],
      createdTime: new Date(TEST_NOW).toISOString(),
      version: 1,
    },
  ]);
  const id = made.json._id;
  expect((await call("manager", "GET", `/announcement/detail?id=${id}`)).json).toEqual(made.json);
  const find = (value: unknown) =>
    call("manager", "POST", "/announcement/find", {
      page: 0,
      pageSize: 10,
      filterFields: [{ key: "visible", searchOperation: "eq", value }],
    });
  expect((await find(true)).json).toEqual({ content: [made.json], totalElements: 1 });
  expect((await find("false")).json).toEqual({ content: [], totalElements: 0 });
  expect((await call("customer", "GET", "/announcement/visible")).json).toEqual([
    { _id: id, name: "Offer", description: "Ten for nine", imageUrl, linkUrl: "https://example.com/x" },
  ]);
  const again = { ...sent, _id: id, version: 1, name: "Offer 2", fromDate: "2026-12-01", untilDate: "2026-12-24" };
  const changed = await call("admin", "POST", "/announcement", again);
  expect(changed.json).toMatchObject({
    name: "Offer 2",
    version: 2,
    fromDate: "2026-12-01T00:00:00.000Z",
    untilDate: "2026-12-24T00:00:00.000Z",
  });
  expect((await call("customer", "GET", "/announcement/visible")).json).toEqual([]);
  const stale = await call("manager", "POST", "/announcement", again);
  expect([stale.status, stale.json.message]).toEqual([409, STALE]);
  const { _id, version: _, ...unversioned } = again;
  expect((await call("manager", "POST", "/announcement", { ...unversioned, _id })).json).toEqual({
    message: "Version is required",
    fieldErrors: { version: ["Version is required"] },
  });
  expect((await call("manager", "DELETE", `/announcement?id=${id}`)).json).toEqual({
    _id: id,
    message: "Announcement deleted successfully",
  });
  for (const [method, path] of [
    ["GET", `/announcement/detail?id=${id}`],
    ["DELETE", `/announcement?id=${id}`],
  ] as const)
    expect((await call("manager", method, path)).status).toBe(404);
});

test("announcements: names the invalid field and refuses other roles", async () => {
  expect((await call("manager", "POST", "/announcement", { visible: true })).json.fieldErrors).toEqual({
    name: ["Title is required"],
    description: ["Description is required"],
    linkUrl: ["URL is required"],
    imageUrl: ["Image is required"],
  });
  const sent = {
    name: "A",
    description: "B",
    imageUrl: await anUpload("announcementImage"),
    linkUrl: "http://0x7f000001/",
    fromDate: "2026-12-24",
    untilDate: "soon",
    audience: "holders",
  };
  expect((await call("manager", "POST", "/announcement", sent)).json.fieldErrors).toEqual({
    linkUrl: ["URL is not valid"],
    untilDate: ["Choose a date"],
    serviceIds: ["Atleast one service should be selected"],
  });
  const right = { ...sent, linkUrl: "https://example.com", audience: "customers", untilDate: null };
  for (const imageUrl of ["https://example.com/x.png", await anUpload("announcementImage", "admin")])
    expect((await call("manager", "POST", "/announcement", { ...right, imageUrl })).json.fieldErrors).toEqual({
      imageUrl: [expect.any(String)],
    });
  expect((await call("customer", "POST", "/announcement", right)).status).toBe(403);
  expect((await call("customer", "POST", "/announcement/find", {})).status).toBe(403);
  expect(await database.db.select().from(announcements).where(eq(announcements.name, "A"))).toEqual([]);
});

test("announcements: a partial update keeps and checks omitted fields", async () => {
  const sent = {
    name: "Kept",
    description: "B",
    linkUrl: "https://example.com/x",
    visible: false,
    imageUrl: await anUpload("announcementImage"),
  };
  const { json: made } = await call("manager", "POST", "/announcement", { ...sent, untilDate: "2026-12-01" });
  const { visible: _, ...base } = { ...sent, _id: made._id };
  const change = (values: object) => call("manager", "POST", "/announcement", { ...base, ...values });
  expect((await change({ version: 1, fromDate: "2026-12-05" })).json.fieldErrors).toEqual({
    untilDate: ["The end cannot be before the start"],
  });
  expect((await change({ version: 1, audience: "holders" })).json.fieldErrors).toEqual({
    serviceIds: ["Atleast one service should be selected"],
  });
  const { service } = await aService(database.db);
  const held = { audience: "holders", serviceIds: [service.id], visible: false };
  expect((await change({ version: 1, ...held })).json).toMatchObject(held);
  expect((await change({ version: 2, serviceIds: [] })).json.fieldErrors).toEqual({
    serviceIds: ["Atleast one service should be selected"],
  });
  expect((await change({ version: 2, audience: "holders" })).json).toMatchObject({ ...held, version: 3 });
});

test("creatives: staff write them, customers read the active ones", async () => {
  const docOrImageUrl = await anUpload("creativeFile");
  const sent = {
    name: "Banner",
    description: "728 x 90",
    validity: "2026-12-31",
    docOrImageUrl,
    url: "https://example.com/offer",
    creativeStatus: "ACTIVE",
  };
  const made = await call("manager", "POST", "/creative", sent);
  expect([made.status, made.json]).toEqual([
    200,
    {
      ...sent,
      _id: expect.any(String),
      validity: "2026-12-31T00:00:00.000Z",
      createdTime: new Date(TEST_NOW).toISOString(),
      version: 1,
    },
  ]);
  const hidden = await call("manager", "POST", "/creative", {
    ...sent,
    name: "Off",
    docOrImageUrl: null,
    creativeStatus: "INACTIVE",
  });
  expect(hidden.json).toMatchObject({ docOrImageUrl: null, creativeStatus: "INACTIVE" });
  const find = async (who: keyof typeof people, value: string) =>
    (
      await call(who, "POST", "/creative/find", {
        filterFields: [{ key: "creativeStatus", searchOperation: "eq", value }],
      })
    ).json.totalElements;
  expect([
    await find("manager", "INACTIVE"),
    await find("customer", "INACTIVE"),
    await find("customer", "ACTIVE"),
  ]).toEqual([1, 0, 1]);
  const detail = (who: keyof typeof people, id: string) => call(who, "GET", `/creative/detail?id=${id}`);
  expect((await detail("affiliate", made.json._id)).json).toEqual({
    ...made.json,
    referralUrl: "http://localhost:8788/r/CODE",
  });
  expect((await detail("customer", made.json._id)).json).toEqual(made.json);
  expect((await detail("affiliate", hidden.json._id)).status).toBe(404);
  expect((await call("affiliate", "POST", "/creative", { ...sent, _id: made.json._id, version: 1 })).status).toBe(403);
  expect((await call("affiliate", "DELETE", `/creative?id=${made.json._id}`)).status).toBe(403);

  expect((await call("manager", "POST", "/creative", {})).json.fieldErrors).toEqual({
    name: ["Title is required"],
    url: ["URL is required"],
    creativeStatus: ["Status is required"],
    validity: ["Validity is required"],
  });
  expect(
    (await call("manager", "POST", "/creative", { ...sent, url: "javascript:alert(1)" })).json.fieldErrors,
  ).toEqual({
    url: ["URL is not valid"],
  });
  const change = { ...made.json, name: "Banner 2" };
  expect((await call("manager", "POST", "/creative", change)).json).toMatchObject({ name: "Banner 2", version: 2 });
  const stale = await call("manager", "POST", "/creative", change);
  expect([stale.status, stale.json.message]).toEqual([409, STALE]);
  expect((await call("manager", "DELETE", `/creative?id=${made.json._id}`)).json).toEqual({
    _id: made.json._id,
    message: "Creative deleted successfully",
  });
  expect((await detail("manager", made.json._id)).status).toBe(404);
  expect(await database.db.select().from(creatives)).toHaveLength(2);
});

test("reports answer the fixed text when they cannot be read", async () => {
  const written = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => written.mockRestore());
  const rename = (from: string, to: string) =>
    database.binding.batch([
      database.binding.prepare("pragma legacy_alter_table = on"),
      database.binding.prepare(`alter table "${from}" rename to "${to}"`),
    ]);
  await rename("refunds", "refunds_away");
  const report = await call("admin", "GET", "/admin/report/clients");
  const file = await call("admin", "GET", "/admin/report/clients/export");
  await rename("refunds_away", "refunds");
  expect([report.status, report.json]).toEqual([
    500,
    { message: "An error occurred while fetching data. Please try again." },
  ]);
  expect([file.status, file.json]).toEqual([500, { message: "An error occurred while exporting" }]);
});

test("reports: returns rows in dollars that match the file, to Admins only", async () => {
  const { db } = database;
  const { service } = await aService(db);
  await anOrder(db, {
    clientId: people.customer.id,
    serviceId: service.id,
    assignedToId: people.manager.id,
    total: 120_55,
    paidAt: TEST_NOW,
  });
  const client = {
    clientId: people.customer.id,
    clientName: "Cleo Example",
    clientEmail: "cleo@example.com",
    agentName: "Mia Example",
    clientStatus: "LEAD",
    lastPaymentDate: new Date(TEST_NOW).toISOString(),
  };
  const expected = {
    agents: [{ agentName: "Mia Example", clientsCount: 1, ordersCount: 1, newRevenue: 120.55, totalRevenue: 120.55 }],
    clients: [{ ...client, ordersCount: 1, totalRevenue: 120.55 }],
    newClients: [{ ...client, ordersCount: 1, totalRevenue: 120.55 }],
    compare: [{ ...client, ordersCount: 0, totalRevenue: 0, ordersCount1: 1, totalRevenue1: 120.55 }],
  };
  // The assignee comes from the latest paid order of either range.
  for (const [name, rows] of Object.entries(expected)) {
    const path = `/admin/report/${name}`;
    const answer = await call("admin", "GET", path);
    expect([name, answer.status, answer.json]).toEqual([name, 200, rows]);
    const exported = await answerApi(
      testContext(db),
      new Request(`http://localhost:8788/api${path}/export`, { headers: { Authorization: `Bearer ${bearers.admin}` } }),
    );
    const ranges = `${name === "compare" ? "2026-11-07-to-2026-11-13-" : ""}2026-11-15-to-2026-11-21`;
    const type = { newClients: "new-clients", compare: "clients-comparison" }[name] ?? name;
    expect(exported.headers.get("Content-Disposition")).toBe(
      `attachment; filename="Report-${type}-${ranges}-20261121-120000.xlsx"`,
    );
    const sheet = readSheet(new Uint8Array(await exported.arrayBuffer()));
    expect([name, sheet.length]).toEqual([name, 2]);
    expect(sheet[1]).toContain(120.55);
    for (const who of ["manager", "customer"] as const)
      for (const one of [path, `${path}/export`])
        expect([who, one, (await call(who, "GET", one)).status]).toEqual([who, one, 403]);
  }
  const iso = "?fromDate=2026-11-21T00:00:00.000Z&toDate=2026-11-21T23:59:59.999Z";
  expect((await call("admin", "GET", `/admin/report/agents${iso}`)).json).toHaveLength(1);
  expect((await call("admin", "GET", "/admin/report/agents?fromDate=2026-11-01&toDate=2026-11-02")).json).toEqual([]);
  const wrong = "?fromDate=2026-11-02&toDate=2026-11-01";
  expect((await call("admin", "GET", `/admin/report/agents${wrong}`)).json).toEqual({
    message: "The end cannot be before the start",
    fieldErrors: { toDate: ["The end cannot be before the start"] },
  });
  const refused = await call("admin", "GET", `/admin/report/compare/export${wrong}`);
  expect([refused.status, refused.json.message]).toEqual([400, "Please provide a valid date range to export data"]);
});
