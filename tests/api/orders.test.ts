import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import type { ActorUser } from "~/domain/context";
import { newId } from "~db/ids";
import { history, intakeFields, orderEntries, orderItems, orders, services } from "~db/schema";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { callApi } from "../support/portal";
import { anonymous, TEST_NOW, testContext } from "../support/testContext";

const SECRET = "the client is three invoices behind";

let database: TestDatabase;
let owner: ActorUser;
let stranger: ActorUser;
let member: ActorUser;
let order: typeof orders.$inferSelect;
let packageId: string;
const fieldId = "field-1";
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.clear();
  const { db } = database;
  owner = await aCustomer(db, { firstName: "Cleo" });
  stranger = await aCustomer(db);
  member = await aStaffMember(db, { firstName: "Mia", privileges: "Manager" });
  const { service, packages } = await aService(db);
  packageId = packages[0]!.id;
  await db
    .insert(intakeFields)
    .values({ id: fieldId, serviceId: service.id, name: "URL", itemType: "TEXT", mandatory: true, sequence: 0 });
  order = await anOrder(db, {
    clientId: owner.id,
    serviceId: service.id,
    status: "Inputs_Required",
    notes: SECRET,
    total: 250_50,
    assignedToId: member.id,
    createdBy: member.id,
    source: { utmSource: SECRET },
    subStatuses: [
      { name: "Research", sequence: 0, completed: false },
      { name: "Links", sequence: 1, completed: false },
    ],
  });
  await db.insert(orderItems).values({
    id: newId(TEST_NOW),
    orderId: order.id,
    packageId,
    packageName: "DA 30",
    quantity: 1,
    unitPrice: 250_50,
    lineTotal: 250_50,
    sequence: 0,
  });
});
afterAll(() => database.dispose());

/** Calls with a bearer of this user, or without one for null. */
async function as(user: ActorUser | null) {
  const ctx = testContext(database.db, anonymous);
  if (!user) return (method: string, path: string, body?: unknown) => callApi(ctx, method, path, { body });
  const proof = await aSession(ctx, user, "api");
  const bearer = await ctx.signer.accessToken(
    { sessionId: proof.sessionId, generation: proof.generation },
    TEST_NOW + ACCESS_MS,
  );
  return (method: string, path: string, body?: unknown) => callApi(ctx, method, path, { body, bearer });
}
const stored = async () => (await database.db.select().from(orders).where(eq(orders.id, order.id)).get())!;

test("POST /order/find: dollars, ISO times, client names for staff only", async () => {
  const row = {
    id: order.id,
    _id: order.id,
    orderId: order.number,
    totalAmount: 250.5,
    serviceId: order.serviceId,
    serviceName: order.serviceName,
    createdTime: "2026-11-21T12:00:00.000Z",
    completedDate: null,
    dueAt: null,
    assignedToAdminId: member.id,
    assignedToAdminName: "Mia Example",
    status: "Inputs_Required",
    version: 1,
  };
  const asked = { page: 0, pageSize: 10, filterFields: [], sortBy: "createdTime", sortDirection: "desc" };
  const staff = await (await as(member))("POST", "/order/find", asked);
  expect(staff.json).toEqual({
    content: [
      { ...row, clientId: owner.id, clientName: "Cleo Example", priority: "normal", snoozedUntil: null, tags: [] },
    ],
    totalElements: 1,
  });
  expect((await (await as(owner))("POST", "/order/find", asked)).json).toEqual({ content: [row], totalElements: 1 });
  const filtered = {
    ...asked,
    filterFields: [{ key: "clientId", searchOperation: "eq", value: owner.id }],
  };
  expect((await (await as(stranger))("POST", "/order/find", filtered)).json).toEqual({
    content: [],
    totalElements: 0,
  });
  expect((await (await as(owner))("GET", "/order/user/dashboard")).json).toEqual({ content: [row], totalElements: 1 });
});

test.each([
  [{ filterFields: [{ key: "notes", searchOperation: "like", value: "x" }] }, "notes"],
  [{ filterFields: [{ key: "status", searchOperation: "like", value: "Active" }] }, "status"],
  [{ filterFields: [{ key: "status", searchOperation: "eq", value: "Pending" }] }, "status"],
  [{ filterFields: [{ key: "clientName", searchOperation: "like", value: "x".repeat(250) }] }, "clientName"],
  [{ sortBy: "totalAmount" }, "sortBy"],
  [{ pageSize: 1000 }, "pageSize"],
])("POST /order/find refuses %j", async (body, field) => {
  for (const user of [owner, member]) {
    const answer = await (await as(user))("POST", "/order/find", body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.fieldErrors)).toEqual([field]);
  }
});

test("order calls answer 401 to visitors and 404 to other customers", async () => {
  const calls: [string, string, unknown?][] = [
    ["GET", `/order/details?id=${order.id}`],
    ["GET", `/order/metaData?id=${order.id}`],
    ["GET", `/order/invoice?id=${order.id}`],
    ["POST", "/order/details", { _id: order.id, fileUploadUrl: "/files/x", projectPackageData: [] }],
  ];
  for (const [method, path, body] of calls) {
    expect((await (await as(null))(method, path, body)).status, `nobody ${path}`).toBe(401);
    expect((await (await as(stranger))(method, path, body)).status, `stranger ${path}`).toBe(404);
  }
  for (const path of [`/order/history?id=${order.id}`, "/admin/dropDown"])
    for (const user of [owner, stranger]) expect((await (await as(user))("GET", path)).status, path).toBe(403);
  expect(await stored()).toEqual(order);
});

test("no customer response contains internal fields", async () => {
  const call = await as(owner);
  for (const [method, path, body] of [
    ["POST", "/order/find", {}],
    ["GET", "/order/user/dashboard"],
    ["GET", `/order/details?id=${order.id}`],
    ["GET", `/order/metaData?id=${order.id}`],
    ["POST", "/order/details", { _id: order.id }],
  ] as [string, string, unknown?][]) {
    const answer = await call(method, path, body);
    expect(answer.status, path).toBe(200);
    expect(answer.text, path).not.toContain(SECRET);
    expect(answer.text, path).not.toContain("orderNotes");
  }
  expect((await (await as(member))("GET", `/order/details?id=${order.id}`)).text).toContain(SECRET);
});

test("a customer's update changes only the project details", async () => {
  const answer = await (await as(owner))("POST", "/order/details", {
    ...order,
    _id: order.id,
    status: "Completed",
    orderNotes: "mine",
    assignedToAdminId: owner.id,
    orderSubStatuses: [{ name: "Research", sequence: 0, completed: true }],
    totalAmount: 1,
    createdBy: owner.id,
    projectPackageData: [{ packageId, values: [{ items: [{ id: fieldId, value: "https://example.com" }] }] }],
  });
  expect(answer.status).toBe(200);
  // Only complete mandatory intake activates the order.
  const started = { runningSince: TEST_NOW, workedMs: 0 };
  expect(await stored()).toEqual({ ...order, ...started, status: "Active", version: order.version + 1 });
  expect(answer.json.projectPackageData[0].values[0]).toMatchObject({
    role: "CUSTOMER",
    items: [{ name: "URL", value: "https://example.com" }],
  });
});

test("ignores unchanged fields when staff send the whole order back", async () => {
  await database.db.insert(orderEntries).values({
    id: newId(TEST_NOW),
    orderId: order.id,
    packageId,
    role: "CUSTOMER",
    createdById: owner.id,
    items: [
      {
        id: fieldId,
        name: "URL",
        itemType: "TEXT",
        mandatory: true,
        placeHolder: "",
        helpText: "",
        sequence: 0,
        value: "https://example.com",
      },
    ],
    createdAt: TEST_NOW,
  });
  const call = await as(member);
  const given = (await call("GET", `/order/details?id=${order.id}`)).json;
  const same = await call("POST", "/order/details", given);
  expect([same.status, same.json]).toEqual([200, given]);
  expect(await stored()).toEqual(order);

  const steps = given.orderSubStatuses.map((step: object) => ({ ...step, completed: true }));
  const saved = await call("POST", "/order/details", {
    ...given,
    status: "Working",
    orderSubStatuses: steps,
    assignedToAdminId: null,
    orderNotes: "",
  });
  expect(saved.json).toMatchObject({
    status: "Working",
    assignedToAdminId: null,
    orderNotes: "",
    startedDate: "2026-11-21T12:00:00.000Z",
    version: order.version + 1,
    orderSubStatuses: [{ completed: true }, { completed: true }],
  });
  const stale = await call("POST", "/order/details", given);
  expect([stale.status, stale.json.message]).toEqual([
    409,
    "This record was changed by someone else. Please reload and try again.",
  ]);
  const wrong = await call("POST", "/order/details", { _id: order.id, status: "Abandoned_Checkout" });
  expect([wrong.status, wrong.json.message]).toEqual([
    409,
    "An order that is Working cannot become Abandoned Checkout",
  ]);
});

test("requires a comment for Cancelled and records who cancelled", async () => {
  const call = await as(member);
  const without = await call("POST", "/order/details", { _id: order.id, status: "Cancelled", comment: " " });
  expect([without.status, without.json.fieldErrors]).toEqual([400, { comment: ["Give a reason"] }]);
  expect(await stored()).toEqual(order);
  // A refused field leaves the whole order unchanged.
  const sent = { _id: order.id, status: "Cancelled", comment: "Wrong site" };
  for (const [refused, field] of [
    [{ assignedToAdminId: owner.id }, "assignedToAdminId"],
    [{ orderNotes: "x".repeat(20_001) }, "orderNotes"],
    [{ comment: "x".repeat(2_001) }, "comment"],
  ] as const) {
    const { status, json } = await call("POST", "/order/details", { ...sent, ...refused });
    expect([status, Object.keys(json.fieldErrors ?? {}), await stored()]).toEqual([400, [field], order]);
  }
  const cancelled = await call("POST", "/order/details", {
    _id: order.id,
    version: order.version,
    status: "Cancelled",
    comment: "Wrong site",
  });
  expect(cancelled.json).toMatchObject({ status: "Cancelled", comment: "Wrong site" });
  expect(await database.db.$count(history)).toBe(1);
  const entries = (await call("GET", `/order/history?id=${order.id}`)).json;
  expect(entries).toMatchObject([
    {
      action: "Order cancelled",
      modifiedByName: "Mia Example",
      modifiedTime: "2026-11-21T12:00:00.000Z",
      details: [
        { field: "status", before: "Inputs_Required", after: "Cancelled" },
        { field: "comment", before: null, after: "Wrong site" },
      ],
    },
  ]);
});

test("saves nothing of an order update when one part is refused", async () => {
  const call = await as(member);
  const values = [{ items: [{ id: fieldId, value: "https://example.com" }] }];
  const sent = { _id: order.id, orderNotes: "Called them", projectPackageData: [{ packageId, values }] };
  for (const [refused, status] of [
    [{ status: "Abandoned_Checkout" }, 409],
    [{ status: "Completed" }, 409],
    [{ assignedToAdminId: owner.id }, 400],
  ] as const) {
    expect((await call("POST", "/order/details", { ...sent, ...refused })).status).toBe(status);
    expect(await stored()).toEqual(order);
  }
  await database.db.update(orders).set({ status: "Completed" }).where(eq(orders.id, order.id));
  const cancelled = await call("POST", "/order/details", { ...sent, status: "Cancelled", comment: "Wrong site" });
  expect([cancelled.status, await stored()]).toEqual([409, { ...order, status: "Completed" }]);
  expect([await database.db.$count(orderEntries), await database.db.$count(history)]).toEqual([0, 0]);
  expect((await call("POST", "/order/details", sent)).json).toMatchObject({ orderNotes: "Called them" });
  expect(await database.db.$count(orderEntries)).toBe(1);
});

test("saves nothing when a project entry must not be deleted", async () => {
  const call = await as(owner);
  const entry = (url: string) => ({ items: [{ id: fieldId, value: url }] });
  const send = (values: unknown[]) =>
    call("POST", "/order/details", { _id: order.id, projectPackageData: [{ packageId, values }] });
  const kept = async () => (await database.db.select().from(orderEntries)).map(({ id }) => id);
  expect((await send([entry("https://one.example.com")])).status).toBe(200);
  const [first] = await kept();
  const gone = { id: first, ...entry("https://one.example.com"), deleted: true };
  const theirs = newId(TEST_NOW);
  await database.db.insert(orderEntries).values({
    id: theirs,
    orderId: order.id,
    packageId,
    role: "ADMIN",
    createdById: member.id,
    items: [],
    createdAt: TEST_NOW,
  });
  const before = await stored();
  for (const [refused, status] of [
    [[gone, { ...gone, id: "unknown" }], 404],
    [[gone, { ...gone, id: theirs }], 409],
    [[{ ...gone, version: 99 }], 409],
  ] as const) {
    expect((await send([entry("https://two.example.com"), ...refused])).status).toBe(status);
    expect([await kept(), await stored()]).toEqual([[first, theirs], before]);
  }
  await database.db.delete(orderEntries).where(eq(orderEntries.id, theirs));
  expect((await send([gone])).status).toBe(409);
  expect(await kept()).toEqual([first]);
  // New entries are added before others are deleted, so one always remains.
  expect((await send([entry("https://two.example.com"), gone])).status).toBe(200);
  expect(await kept()).toEqual([expect.not.stringMatching(first!)]);
});

test("names each missing field", async () => {
  const nameless = await (await as(member))("GET", "/order/details");
  expect([nameless.status, nameless.json]).toEqual([
    400,
    { message: "id is required", fieldErrors: { id: ["id is required"] } },
  ]);
  const placed = await (await as(owner))("POST", "/checkout/order", {
    serviceId: order.serviceId,
    packageCounts: [{}],
  });
  expect(placed.json.fieldErrors).toMatchObject({
    "packageCounts.0.packageId": ["packageCounts.0.packageId is required"],
    paymentType: ["paymentType is required"],
    "billingAddress.address": ["Address is required"],
  });
});

test("the history uses the API's amounts and times", async () => {
  const changes = [
    { field: "total", before: null, after: 113_430 },
    { field: "paidDate", before: null, after: TEST_NOW },
    { field: "cycle", before: 1, after: 2 },
  ];
  await database.db.insert(history).values({
    id: newId(TEST_NOW),
    entity: "order",
    entityId: order.id,
    action: "Payment received",
    actorId: owner.id,
    changes,
    createdAt: TEST_NOW,
  });
  const [entry] = (await (await as(member))("GET", `/order/history?id=${order.id}`)).json;
  expect(entry.details).toEqual([
    { field: "total", before: null, after: 1134.3 },
    { field: "paidDate", before: null, after: "2026-11-21T12:00:00.000Z" },
    { field: "cycle", before: 1, after: 2 },
  ]);
});

describe("when an order is due", () => {
  const dueAt = "2026-12-01T12:00:00.000Z";
  const dueOn = (from: string, to: string) => ({
    filterFields: [
      { key: "dueAt", searchOperation: "btn", value: `${from}T00:00:00.000Z`, toValue: `${to}T23:59:59.999Z` },
    ],
  });
  beforeEach(async () => {
    await database.db
      .update(orders)
      .set({ status: "Active", dueAt: Date.parse(dueAt), runningSince: TEST_NOW, workedMs: 0 })
      .where(eq(orders.id, order.id));
  });
  const showIt = (showExpectedDate: boolean) =>
    database.db.update(services).set({ turnaroundDays: 7, showExpectedDate }).where(eq(services.id, order.serviceId));
  /** Its row or body, by each call that answers with orders. */
  async function orderBy(user: ActorUser, calls: [string, string, unknown?][]) {
    const call = await as(user);
    const bodies = [];
    for (const sent of calls) bodies.push((await call(...sent)).json);
    return bodies.map((body) => body.content?.[0] ?? body);
  }
  const everyones: [string, string, unknown?][] = [
    ["POST", "/order/find", {}],
    ["GET", "/order/user/dashboard"],
    ["GET", "/order/details?id=ID"],
    ["GET", "/order/metaData?id=ID"],
    ["POST", "/order/details", { _id: "ID" }],
  ];
  const callsOf = (calls: [string, string, unknown?][]) =>
    JSON.parse(JSON.stringify(calls).replaceAll("ID", order.id)) as typeof calls;

  test("every call tells staff, with priority, tags and snooze", async () => {
    const set = { priority: "urgent", tags: ["Rush"], snoozedUntil: "2026-11-30", snoozeReason: "Client asked" };
    const changed = await (await as(member))("POST", "/order/details", { _id: order.id, version: 1, ...set });
    expect([changed.status, changed.json.tags]).toEqual([200, ["Rush"]]);
    for (const body of await orderBy(member, callsOf(everyones)))
      expect(body).toMatchObject({
        dueAt,
        priority: "urgent",
        tags: ["Rush"],
        snoozedUntil: "2026-11-30T08:00:00.000Z",
      });
  });

  test("every call tells the client the date alone, if the service shows it", async () => {
    const calls: [string, string][] = [["GET", "/checkout/order?id=ID"]];
    for (const shown of [true, false]) {
      await showIt(shown);
      for (const body of await orderBy(owner, callsOf([...everyones, ...calls]))) {
        expect(body).toMatchObject({ dueAt: shown ? dueAt : null });
        for (const name of ["priority", "tags", "snoozedUntil", "snoozeReason"]) expect(body).not.toHaveProperty(name);
      }
    }
  });

  test("POST /order/find filters it", async () => {
    const call = await as(member);
    const found = async (from: string, to: string) =>
      (await call("POST", "/order/find", dueOn(from, to))).json.totalElements;
    expect(await found("2026-12-01", "2026-12-01")).toBe(1);
    expect(await found("2026-12-02", "2026-12-31")).toBe(0);
  });

  test("every call with a service tells the turnaround, clients if it is shown", async () => {
    const calls: [string, string][] = [
      ["GET", "/service/visible"],
      ["GET", "/service/visible/fullDetail"],
      ["GET", `/service/fullDetail?id=${order.serviceId}`],
      ["GET", `/service/details?id=${order.serviceId}`],
    ];
    const turnarounds = async (user: ActorUser) => {
      const bodies = await orderBy(user, calls);
      return bodies.map((body) => (Array.isArray(body) ? body[0] : body).turnaroundDays);
    };
    await showIt(false);
    // A public call answers everyone as a visitor.
    expect(await turnarounds(member)).toEqual([7, 7, null, 7]);
    expect(await turnarounds(owner)).toEqual([null, null, null, null]);
    await showIt(true);
    expect(await turnarounds(owner)).toEqual([7, 7, 7, 7]);
  });
});

test("GET /admin/dropDown lists the team", async () => {
  const answer = await (await as(member))("GET", "/admin/dropDown");
  expect(answer.json).toEqual([{ _id: member.id, name: "Mia Example", email: member.email }]);
});

test("POST /order/bulk changes orders for staff alone and counts the rest", async () => {
  const sent = {
    ids: [order.id, "missing"],
    set: { assignedToAdminId: null, priority: "high", dueAt: "2026-12-01T12:00:00Z", tags: ["Rush"] },
    reason: "Asked by phone",
  };
  for (const [user, status] of [
    [null, 401],
    [owner, 403],
  ] as const)
    expect((await (await as(user))("POST", "/order/bulk", sent)).status).toBe(status);
  const call = await as(member);
  expect((await call("POST", "/order/bulk", sent)).json).toEqual({
    changed: 1,
    skipped: 1,
    message: "1 order changed. 1 skipped: 1 not found",
  });
  expect(await stored()).toMatchObject({
    assignedToId: null,
    priority: "high",
    // Its clock stands still while inputs are missing, so the time that is left is kept.
    dueAt: null,
    clockLeftMs: expect.any(Number),
    version: 2,
  });
  const refused = await call("POST", "/order/bulk", { ids: [order.id], set: { assignedToAdminId: owner.id } });
  expect([refused.status, refused.json.fieldErrors]).toEqual([
    400,
    { "set.assignedToAdminId": ["Choose a team member"] },
  ]);
  for (const body of [{ ids: [], set: { priority: "high" } }, { ids: [order.id], set: {} }, { ids: [order.id] }])
    expect((await call("POST", "/order/bulk", body)).status).toBe(400);
});
