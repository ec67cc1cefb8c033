import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import { affiliateStatus } from "~/domain/affiliates/affiliateStatus";
import { findTrafficLogs } from "~/domain/affiliates/findTrafficLogs";
import { trafficLogList } from "~/domain/affiliates/trafficLogList";
import { STORE_VISITS } from "~/domain/affiliates/visit";
import type { ActorUser } from "~/domain/context";
import { deleteOldRecords } from "~/domain/jobs/deleteOldRecords";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { newId } from "~db/ids";
import { attributions, commissions, users } from "~db/schema";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aRefund, aService, aStaffMember } from "../support/factories";
import { callApi } from "../support/portal";
import { plansOf } from "../support/queryPlans";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

const DAY = 86_400_000;
let database: TestDatabase;
let affiliate: ActorUser;
let rival: ActorUser;
let people: ActorUser[];
const bearers: Record<string, string> = {};

const visit = (code: string, at: number, bot = false) => ({
  id: newId(at),
  code,
  landingPath: "/services",
  referrer: "https://blog.example.com/post",
  userAgent: bot ? "Googlebot" : "Firefox",
  bot,
  at,
});

beforeAll(async () => {
  database = await openTestDatabase();
  const { db, binding } = database;
  const ctx = testContext(db);
  const staff = await aStaffMember(db, { privileges: "Manager" });
  affiliate = await aCustomer(db, { firstName: "Jo", lastName: "Reed", affiliate: true, affiliateCode: "JO-REED" });
  rival = await aCustomer(db, { firstName: "Max", lastName: "Rival", affiliate: true, affiliateCode: "RIVAL" });
  const customer = await aCustomer(db);
  for (const [name, one] of Object.entries({ staff, affiliate, rival, customer })) {
    const { sessionId } = await aSession(ctx, one, "api");
    bearers[name] = await ctx.signer.accessToken({ sessionId, generation: 1 }, TEST_NOW + ACCESS_MS);
  }
  const at = (days: number) => TEST_NOW - days * DAY;
  const visits = [
    ...[0, 1, 1, 40].map((days) => visit("JO-REED", at(days))),
    ...[2, 2].map((days) => visit("JO-REED", at(days), true)),
    visit("RIVAL", at(1)),
    visit("NOBODYS", at(1)),
  ];
  await binding.prepare(STORE_VISITS).bind(JSON.stringify(visits)).run();
  people = [];
  for (const [firstName, days, affiliateId] of [
    ["Ann", 1, affiliate.id],
    ["Bob", 3, affiliate.id],
    ["Cid", 40, affiliate.id],
    ["Dot", 2, rival.id],
  ] as const) {
    const person = await aCustomer(db, { firstName, lastName: "Referred", createdAt: at(days) });
    people.push(person);
    await db.insert(attributions).values({
      userId: person.id,
      affiliateId,
      reason: "lastClick",
      affiliateCode: "JO-REED",
      clickedAt: at(days + 1),
      decidedAt: at(days),
    });
  }
  const [ann, bob, cid, dot] = people;
  const { service } = await aService(db);
  const order = (clientId: string, total: number, days: number, values = {}) =>
    anOrder(db, { clientId, serviceId: service.id, total, createdAt: at(days), paidAt: at(days), ...values });
  const first = await order(ann!.id, 100_00, 1);
  await order(ann!.id, 50_00, 0);
  await aRefund(db, first, { amount: 30_00, refundedAt: at(0) });
  await order(bob!.id, 500_00, 1, { status: "Abandoned_Checkout", payState: "unpaid", paidAt: null });
  await order(cid!.id, 900_00, 1);
  await order(dot!.id, 700_00, 1);
  const commission = async (amount: number, days: number, values: Partial<typeof commissions.$inferInsert>) =>
    await db.insert(commissions).values({
      id: newId(at(days)),
      kind: "earned",
      orderId: (await order(cid!.id, 1_00, 120)).id,
      serviceId: service.id,
      clientId: cid!.id,
      affiliateId: affiliate.id,
      orderAmount: 100_00,
      percent: 1000,
      amount,
      orderPaidAt: at(days),
      status: "CREATED",
      createdAt: at(days),
      ...values,
    });
  await commission(10_00, 1, { status: "APPROVED" });
  await commission(20_00, 2, { status: "PAID" });
  await commission(-5_00, 2, { status: "PAID", kind: "reversal" });
  await commission(40_00, 1, { status: "CREATED" });
  await commission(80_00, 1, { status: "APPROVED", voidedAt: at(0) });
  await commission(160_00, 40, { status: "PAID" });
  await commission(320_00, 1, { status: "PAID", affiliateId: rival.id });
});
afterAll(() => database.dispose());

const call = (method: string, path: string, who?: string, body?: unknown, headers: Record<string, string> = {}) =>
  callApi(testContext(database.db, undefined, headers.from ? { address: headers.from } : {}), method, path, {
    ...(who ? { bearer: bearers[who]! } : {}),
    ...(body === undefined ? {} : { body }),
    headers,
  });

test("returns six statistics of the calling affiliate for the range", async () => {
  const month = await call("GET", "/affiliate/status?value=2026-10-23&toValue=2026-11-21", "affiliate");
  expect(month.json).toEqual({
    visitors: 3,
    signUps: 2,
    clients: 1,
    unPaidEarnings: 10,
    totalEarnings: 25,
    totalOrderValue: 120,
  });
  const all = await call("GET", "/affiliate/status?value=2026-09-01&toValue=2026-11-21", "affiliate");
  expect(all.json).toEqual({
    visitors: 4,
    signUps: 3,
    clients: 2,
    unPaidEarnings: 10,
    totalEarnings: 185,
    totalOrderValue: 1020,
  });
  const lastThreeMonths = await call("GET", "/affiliate/status", "affiliate");
  expect(lastThreeMonths.json).toEqual(all.json);
  const iso = "value=2026-11-20T00:00:00.000Z&toValue=2026-11-20T23:59:59.999Z";
  expect((await call("GET", `/affiliate/status?${iso}`, "affiliate")).json).toMatchObject({
    visitors: 2,
    signUps: 1,
    clients: 1,
    totalOrderValue: 100,
  });
  expect((await call("GET", "/affiliate/status", "rival")).json).toMatchObject({ visitors: 1, signUps: 1, clients: 1 });
});

test("rejects ranges that are incomplete, reversed or above 3 months", async () => {
  for (const [query, field, text] of [
    ["value=2026-08-01&toValue=2026-11-21", "toValue", "Choose a range of at most 3 months"],
    ["value=2026-11-20", "toValue", "Choose a date"],
    ["toValue=2026-11-20", "value", "Choose a date"],
    ["value=2026-11-20&toValue=2026-11-19", "toValue", "The end cannot be before the start"],
    ["value=2026-02-31&toValue=2026-03-01", "value", "Choose a date"],
  ] as const) {
    const refused = await call("GET", `/affiliate/status?${query}`, "affiliate");
    expect([query, refused.status, refused.json.fieldErrors]).toEqual([query, 400, { [field]: [text] }]);
  }
  expect((await call("GET", "/affiliate/status?value=2026-08-22&toValue=2026-11-21", "affiliate")).status).toBe(200);
  const other = await call("GET", "/affiliate/status", "customer");
  expect([other.status, other.json.message]).toEqual([
    403,
    "Your account is not enabled for the affiliate programme. Please contact the administrator or support.",
  ]);
});

test("an affiliate finds only the own referrals, with four fields each", async () => {
  const body = (value: string) => ({
    page: 0,
    pageSize: 10,
    filterFields: [{ key: "referrerClientId", searchOperation: "eq", value }],
  });
  for (const asked of [affiliate.id, rival.id, "nobody"]) {
    const found = await call("POST", "/user/find", "affiliate", body(asked));
    expect(found.json.totalElements).toBe(3);
    expect(found.json.content.map((one: { firstName: string }) => one.firstName)).toEqual(["Ann", "Bob", "Cid"]);
    for (const one of found.json.content)
      expect(Object.keys(one).sort()).toEqual(["createdTime", "firstName", "lastName", "userStatus"]);
  }
  expect((await call("POST", "/user/find", "affiliate", {})).json.totalElements).toBe(3);
  const email = { filterFields: [{ key: "email", searchOperation: "like", value: "customer" }] };
  expect((await call("POST", "/user/find", "affiliate", email)).status).toBe(400);
  expect((await call("POST", "/user/find", "customer", {})).status).toBe(403);
  const staff = await call("POST", "/user/find", "staff", body(rival.id));
  expect(staff.json).toMatchObject({ totalElements: 1, content: [{ firstName: "Dot", _id: people[3]!.id }] });
});

test("staff find visits by affiliate, code, bot and day, newest first", async () => {
  const find = async (...filterFields: unknown[]) =>
    (await call("POST", "/affiliate/track/find", "staff", { page: 0, pageSize: 10, filterFields })).json;
  const all = await find();
  expect(all.totalElements).toBe(8);
  expect(all.content).toHaveLength(8);
  const times = all.content.map((one: { createdTime: string }) => one.createdTime);
  expect(times).toEqual([...times].sort().reverse());
  const filter = (key: string, searchOperation: string, value: string, toValue?: string) => ({
    key,
    searchOperation,
    value,
    toValue,
  });
  expect((await find(filter("bot", "eq", "false"))).totalElements).toBe(6);
  expect((await find(filter("bot", "eq", "true"))).totalElements).toBe(2);
  const jo = await find(filter("referrerClientName", "like", "jo re"), filter("bot", "eq", "false"));
  expect(jo.totalElements).toBe(4);
  expect(jo.content[0]).toMatchObject({
    referrerClientId: affiliate.id,
    referrerClientName: "Jo Reed",
    affiliateCode: "JO-REED",
    createdTime: new Date(TEST_NOW).toISOString(),
    referrerUrl: "https://blog.example.com/post",
    userAgent: "Firefox",
  });
  expect((await find(filter("affiliateCode", "like", "riv"))).totalElements).toBe(1);
  expect((await find(filter("affiliateCode", "eq", "nobodys"))).content).toMatchObject([
    { referrerClientId: null, referrerClientName: null, affiliateCode: "NOBODYS" },
  ]);
  // A renamed code keeps its visits, and the owner's new code has none of them.
  const codes = async (...asked: [string, string][]) => {
    const found = [];
    for (const [operation, code] of asked)
      found.push((await find(filter("affiliateCode", operation, code))).totalElements);
    return found;
  };
  const before = await codes(["eq", "RIVAL"], ["like", "IVA"]);
  expect(before).toEqual([1, 1]);
  const rename = (affiliateCode: string) =>
    database.db.update(users).set({ affiliateCode }).where(eq(users.id, rival.id));
  await rename("RIVAL-TOO");
  expect(await codes(["eq", "RIVAL"], ["like", "IVA"], ["eq", "RIVAL-TOO"], ["like", "L-TOO"])).toEqual([1, 1, 0, 0]);
  await rename("RIVAL");
  const days = filter("createdTime", "btn", "2026-11-19T00:00:00.000Z", "2026-11-20T23:59:59.999Z");
  expect((await find(days, filter("bot", "eq", "false"))).totalElements).toBe(4);
  for (const who of ["affiliate", "customer"])
    expect((await call("POST", "/affiliate/track/find", who, {})).status).toBe(403);
});

test("lists and statistics use indexes and counters without table scans", async () => {
  const staff = await aStaffMember(database.db);
  const plan = (filterFields: object[]) =>
    plansOf(database.binding, (db) =>
      findTrafficLogs(
        testContext(db, actingAs(staff)),
        listFromBody(trafficLogList, pagedRequest.parse({ filterFields })),
      ),
    );
  const sees = { key: "bot", searchOperation: "eq", value: "false" };
  for (const filters of [
    [],
    [sees],
    [sees, { key: "referrerClientId", searchOperation: "eq", value: affiliate.id }],
    [sees, { key: "createdTime", searchOperation: "btn", value: TEST_NOW - DAY, toValue: TEST_NOW }],
  ]) {
    const steps = await plan(filters);
    // The plan may scan an index, which the page limits, but never the table.
    expect(steps.filter((step) => /SCAN visits(?! USING)/.test(step))).toEqual([]);
    expect(steps.filter((step) => /TEMP B-TREE/.test(step))).toEqual([]);
  }
  for (const filters of [
    [sees, { key: "referrerClientName", searchOperation: "like", value: "jo" }],
    // These may sort, because counting them already reads every matching row.
    [sees, { key: "affiliateCode", searchOperation: "eq", value: "JO-REED" }],
    [{ key: "affiliateCode", searchOperation: "like", value: "jo" }],
  ])
    expect((await plan(filters)).filter((step) => /SCAN visits/.test(step))).toEqual([]);
  const steps = await plansOf(database.binding, (db) => affiliateStatus(testContext(db, actingAs(affiliate)), null));
  expect(steps.filter((step) => /^SCAN (?!paid|json_each|chosen VIRTUAL TABLE)/.test(step))).toEqual([]);
});

test("POST /affiliate/track sets the cookie and is rate limited", async () => {
  const track = (body: unknown, from?: string) =>
    call("POST", "/affiliate/track", undefined, body, from ? { from } : {});
  const done = await track({ affiliateCode: "aff2026", referrerUrl: "https://x.example", userAgent: "Firefox" });
  expect([done.status, done.json, done.headers.get("Set-Cookie")]).toEqual([
    200,
    { message: "Visit recorded" },
    "click=of-AFF2026; Path=/; HttpOnly",
  ]);
  for (const affiliateCode of ["AFF2026.", "AFF2026)", " aff2026\u200b"])
    expect((await track({ affiliateCode })).headers.get("Set-Cookie")).toContain("of-AFF2026;");
  // The body's browser details win over those of the request.
  const clicks: unknown[] = [];
  const ctx = testContext(database.db, undefined, {
    userAgent: "Safari",
    referrals: {
      sendAgain: async () => {},
      click: async (click) => {
        clicks.push(click);
        return "click=x; Path=/; HttpOnly";
      },
    },
  });
  for (const body of [{ referrerUrl: "https://x.example", userAgent: "Firefox" }, {}])
    await callApi(ctx, "POST", "/affiliate/track", { body: { affiliateCode: "aff2026", ...body } });
  expect(clicks).toEqual([
    { code: "AFF2026", landingPath: "/", referrer: "https://x.example", userAgent: "Firefox", cookies: null },
    { code: "AFF2026", landingPath: "/", referrer: "", userAgent: "Safari", cookies: null },
  ]);
  for (const affiliateCode of ["", "no", "a/b", "../admin", "A".repeat(33), "straße", 12345, null, undefined]) {
    const refused = await track({ affiliateCode });
    expect([affiliateCode, refused.status, refused.json.fieldErrors, refused.headers.get("Set-Cookie")]).toEqual([
      affiliateCode,
      400,
      { affiliateCode: ["Affiliate code is not valid"] },
      null,
    ]);
  }
  const answers = [];
  for (let n = 0; n < 61; n++) answers.push((await track({ affiliateCode: "AFF2026" }, "203.0.113.9")).status);
  expect(answers.filter((status) => status === 200)).toHaveLength(60);
  expect(answers.at(-1)).toBe(429);
});

test("deletes visits after 13 months and keeps the daily totals", async () => {
  const old = visit("RIVAL", TEST_NOW - 400 * DAY);
  await database.binding
    .prepare(STORE_VISITS)
    .bind(JSON.stringify([old]))
    .run();
  const total = async () => (await call("POST", "/affiliate/track/find", "staff", {})).json.totalElements;
  const before = await total();
  const totals = () => database.binding.prepare("select sum(visits) as n from visit_totals").first("n");
  const counted = await totals();
  await deleteOldRecords(testContext(database.db, { kind: "system", name: "test" }), (error) => {
    throw error;
  });
  expect(await total()).toBe(before - 1);
  expect(await totals()).toBe(counted);
});
