import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FoundSession } from "~/domain/accounts/findSession";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import type { ActorUser } from "~/domain/context";
import { paths } from "~/paths";
import { couponServices, coupons } from "~db/schema";
import { aSession } from "../support/accounts";
import { builtPages } from "../support/builtPages";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aService, aStaffMember } from "../support/factories";
import { aPortal, aPost, callApi, SITE } from "../support/portal";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const answer = builtPages();
const payments = {
  scriptUrl: "/__stripe/stripe.js",
  publishableKey: () => "pk_test",
  sandbox: true,
} as never;

/** The built portal's response to a page request of this user. */
async function page(request: Request, user: ActorUser | null, address: string | null = null) {
  const actor = user ? actingAs(user) : anonymous;
  const portal = aPortal(testContext(database.db, actor, { payments, address }), request);
  if (user) portal.session = { session: { id: "session" }, user, unread: 0 } as FoundSession;
  const response = await answer(request, { portal });
  const toast = decodeURIComponent(portal.setCookies.find((cookie) => cookie.startsWith("toast=")) ?? "");
  const text = (await response.text()).replaceAll("&#x27;", "'").replaceAll("<!-- -->", "");
  return { status: response.status, headers: response.headers, text, toast };
}
const open = (path: string, user: ActorUser | null, address?: string) => page(new Request(SITE + path), user, address);
const submit = (path: string, fields: Record<string, string>, user: ActorUser | null, address?: string) =>
  page(aPost(path, fields), user, address);

/** Calls with a separate bearer of this user. */
async function bearerOf(user: ActorUser) {
  const ctx = testContext(database.db, anonymous);
  const { sessionId, generation } = await aSession(ctx, user, "api");
  const bearer = await ctx.signer.accessToken({ sessionId, generation }, TEST_NOW + ACCESS_MS);
  return (method: string, path: string, body?: unknown) => callApi(ctx, method, path, { bearer, body });
}

async function aShop() {
  const { db } = database;
  const [staff, customer] = [await aStaffMember(db, { privileges: "Manager" }), await aCustomer(db)];
  const { service, packages } = await aService(db);
  const fields = { code: "half", type: "PERCENTAGE", discount: "50", serviceIds: service.id };
  return { db, staff, customer, service, packages, fields };
}

const stored = async () => await database.db.select().from(coupons).orderBy(coupons.createdAt, coupons.id);

test("pages create, edit and delete a coupon with the fixed texts", async () => {
  const { staff, fields, service } = await aShop();
  const made = await submit(paths.couponNew(), { ...fields, limitUsages: "on", limit: "3" }, staff);
  expect(made).toMatchObject({ status: 303, toast: expect.stringContaining('"Coupon created successfully"') });
  const [coupon] = await stored();
  expect(coupon).toMatchObject({ code: "HALF", discount: 50, usageLimit: 3, version: 1 });
  const shown = await open(paths.coupon(coupon!.id), staff);
  expect(shown.text).toContain(`${SITE}${paths.checkoutWithCoupon(service.id, "HALF")}`);

  const changed = await submit(
    paths.coupon(coupon!.id),
    { ...fields, discount: "40", limit: "3", version: "1" },
    staff,
  );
  expect(changed).toMatchObject({ status: 303, toast: expect.stringContaining('"Coupon updated successfully"') });
  // The switch is off, so its field is ignored.
  expect((await stored())[0]).toMatchObject({ discount: 40, usageLimit: null, version: 2 });

  const asked = await open(paths.couponDelete(coupon!.id), staff);
  expect(asked.text).toContain("Are you sure you want to delete this coupon: HALF?");
  const deleted = await submit(paths.couponDelete(coupon!.id), {}, staff);
  expect(deleted).toMatchObject({ status: 303, toast: expect.stringContaining('"Coupon deleted successfully"') });
  expect((await open(paths.coupon(coupon!.id), staff)).status).toBe(404);
  expect((await open("/coupons", staff)).text).toContain("No coupons yet");
});

test("the form and the call show every fixed message", async () => {
  const { staff, service } = await aShop();
  const api = await bearerOf(staff);
  const good = { code: "GOOD", type: "PERCENTAGE", discount: 5, serviceIds: [service.id] };
  for (const [values, field, message] of [
    [{ code: "" }, "code", "Coupon code is required"],
    [{ code: "ab" }, "code", "Code should has minimum 3 characters"],
    [{ discount: 0 }, "discount", "Discount should be greater than or equal to 1"],
    [{ discount: 101 }, "discount", "Discount should be between 1 and 100"],
    [{ serviceIds: [] }, "serviceIds", "Atleast one service should be selected"],
    [{ limitUsages: true }, "limit", "Usage count is required"],
    [{ limitUsages: true, limit: 0 }, "limit", "Usage count should be greater than or equal to 1"],
    [{ setExpiry: true }, "expiryDate", "Expiry date is required"],
  ] as const) {
    const sent: Record<string, unknown> = { ...good, ...values };
    const form = Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name, value === true ? "on" : String(value)]),
    );
    const typed = await submit(paths.couponNew(), { ...form, description: "Still here" }, staff);
    expect([message, typed.status, typed.text.includes(message), typed.text.includes("Still here")]).toEqual([
      message,
      400,
      true,
      true,
    ]);
    const called = await api("POST", "/coupon", sent);
    expect([message, called.status, called.json.fieldErrors]).toEqual([message, 400, { [field]: [message] }]);
  }
  expect(await stored()).toEqual([]);
});

test("a coupon's last day that has passed is saved after a tick", async () => {
  const { staff, fields } = await aShop();
  const past = { ...fields, setExpiry: "on", expiryDate: "2020-02-29" };
  const asked = await submit(paths.couponNew(), past, staff);
  expect([asked.status, asked.text.includes("Save it with this day, although it has passed")]).toEqual([400, true]);
  expect(asked.text).toContain('value="2020-02-29"');
  expect(await stored()).toEqual([]);
  // The year of two digits that a date field makes of 26.
  const early = await submit(paths.couponNew(), { ...past, expiryDate: "0026-12-31", pastDay: "0026-12-31" }, staff);
  expect([early.status, early.text.includes("Write the year with four digits")]).toEqual([400, true]);
  expect((await submit(paths.couponNew(), { ...past, pastDay: "2020-02-29" }, staff)).status).toBe(303);
  expect(await stored()).toHaveLength(1);
});

test("ten posts of one version save once and refuse nine with their input", async () => {
  const { staff, fields } = await aShop();
  await submit(paths.couponNew(), fields, staff);
  const [coupon] = await stored();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      submit(paths.coupon(coupon!.id), { ...fields, version: "1", description: `Writer ${index} of ten` }, staff),
    ),
  );
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  for (const [index, { status, text }] of answers.entries()) {
    if (status === 303) continue;
    expect(status).toBe(409);
    expect(text).toContain("This record was changed by someone else. Please reload and try again.");
    expect(text).toContain(`Writer ${index} of ten`);
    // A form keeps every field that it does not declare secret.
    expect(text).toContain(`value="${fields.code}"`);
  }
  expect((await stored())[0]!.version).toBe(2);
});

test("a search without script finds matches and keeps the input", async () => {
  const { db, staff, fields, service } = await aShop();
  const wanted = (await aService(db, { name: "Heron Link Building" })).service;
  const affiliate = await aCustomer(db, { affiliate: true, affiliateCode: "HERON", firstName: "Hera" });
  const found = await submit(
    paths.couponNew(),
    { ...fields, discount: "", description: "Kept", intent: "find", serviceSearch: "heron", affiliateSearch: "hera" },
    staff,
  );
  expect(found.status).toBe(200);
  for (const text of [wanted.name, service.name, affiliate.email, "Kept", 'value="half"'])
    expect(found.text).toContain(text);
  expect(found.text).not.toContain("form-errors");
  const ticked = new RegExp(`<input[^>]*value="${service.id}"[^>]*>`).exec(found.text)?.[0];
  expect(ticked).toContain("checked");
});

test("the calls return the coupon in dollars", async () => {
  const { db, staff, customer, service } = await aShop();
  const api = await bearerOf(staff);
  const sent = { code: "ten", type: "FIXED", discount: 10, serviceIds: [service.id], status: "ACTIVE" };
  const made = await api("POST", "/coupon", {
    ...sent,
    // Clients send null for a coupon that is not saved yet.
    _id: null,
    version: null,
    limitUsages: true,
    limit: 2,
    setExpiry: true,
    expiryDate: "2040-01-31",
  });
  expect(made.json).toMatchObject({
    code: "TEN",
    type: "FIXED",
    discount: 10,
    status: "ACTIVE",
    serviceIds: [service.id],
    services: [{ _id: service.id, name: service.name }],
    limitOnePerCustomer: false,
    limitUsages: true,
    limit: 2,
    setExpiry: true,
    expiryDate: "2040-01-31T00:00:00.000Z",
    usage: 0,
    version: 1,
  });
  const { _id } = made.json;
  expect((await api("GET", `/coupon/detail?id=${_id}`)).json).toEqual(made.json);
  const body = { page: 0, pageSize: 10, filterFields: [{ key: "status", searchOperation: "eq", value: "ACTIVE" }] };
  expect((await api("POST", "/coupon/find", body)).json).toEqual({ content: [made.json], totalElements: 1 });
  for (const version of [undefined, null])
    expect((await api("POST", "/coupon", { ...sent, _id, version })).json.fieldErrors).toEqual({
      version: ["Send the version to change a coupon"],
    });
  expect((await api("POST", "/coupon", { ...sent, _id, version: 7 })).status).toBe(409);
  expect((await api("POST", "/coupon", sent)).json.fieldErrors).toEqual({ code: ["This code is already in use"] });

  // A customer applies it with both calls.
  const buyer = await bearerOf(customer);
  const asked = { serviceId: service.id, couponCode: "ten", paymentType: "DIRECT" };
  const expected = { code: "TEN", type: "FIXED", discount: 10, serviceIds: [service.id] };
  expect((await buyer("POST", "/checkout/coupon/apply", asked)).json).toEqual(expected);
  const query = new URLSearchParams(asked);
  expect((await buyer("GET", `/checkout/coupon/apply/success?${query}`)).json).toEqual(expected);
  const refused = await buyer("POST", "/checkout/coupon/apply", { ...asked, couponCode: "nobody" });
  expect([refused.status, refused.json.fieldErrors]).toEqual([400, { couponCode: ["This coupon code is not valid"] }]);
  // Staff cannot buy, visitors need no bearer, and neither may manage coupons.
  expect((await api("POST", "/checkout/coupon/apply", asked)).status).toBe(403);
  const visitor = testContext(db, anonymous);
  expect((await callApi(visitor, "POST", "/checkout/coupon/apply", { body: asked })).status).toBe(401);
  for (const [method, path] of [
    ["POST", "/coupon/find"],
    ["GET", `/coupon/detail?id=${_id}`],
    ["POST", "/coupon"],
    ["DELETE", `/coupon?id=${_id}`],
  ] as const) {
    const content = method === "POST" ? { ...sent, _id, version: 1 } : undefined;
    expect([path, (await buyer(method, path, content)).status]).toEqual([path, 403]);
    expect([path, (await callApi(visitor, method, path, { body: content })).status]).toEqual([path, 401]);
  }
  expect((await stored())[0]).toMatchObject({ version: 1, deletedAt: null });
  expect((await api("DELETE", `/coupon?id=${_id}`)).json).toEqual({ message: "Coupon deleted successfully" });
  expect((await api("GET", `/coupon/detail?id=${_id}`)).status).toBe(404);
});

test("without script a coupon stays applied until it is deselected", async () => {
  const { db, service, packages } = await aShop();
  await db.insert(coupons).values({ id: "half", code: "HALF", type: "PERCENTAGE", discount: 50, createdAt: TEST_NOW });
  await db.insert(couponServices).values({ couponId: "half", serviceId: service.id });
  const checkout = paths.checkout(service.id);
  const typed = {
    firstName: "Heron",
    paymentType: "DIRECT",
    "packageCounts[0].packageId": packages[0]!.id,
    "packageCounts[0].count": "2",
    coupon: "half",
  };
  const applied = await submit(checkout, { ...typed, intent: "apply-coupon" }, null);
  for (const text of ["Coupon applied successfully", "Due today", "$100.00", "Heron", 'value="HALF"'])
    expect(applied.text).toContain(text);
  expect(hidden(applied.text, "discountedPrice")).toBe("10000");
  const carried = Object.fromEntries(
    ["couponCode", "couponType", "couponDiscount", "couponPaymentType", "discountedPrice"].map((name) => [
      name,
      hidden(applied.text, name) ?? "",
    ]),
  );
  const stepped = await submit(checkout, { ...typed, ...carried, step: "packageCounts[0].count:1" }, null);
  expect(hidden(stepped.text, "discountedPrice")).toBe("15000");
  const deselected = "Coupon has been deselected. Please apply again.";
  for (const change of [{ paymentType: "SUBSCRIPTION" }, { coupon: "other" }]) {
    const changed = await submit(checkout, { ...typed, ...carried, ...change, intent: "update" }, null);
    expect([change, changed.text.includes(deselected), hidden(changed.text, "discountedPrice")]).toEqual([
      change,
      true,
      undefined,
    ]);
    // The portal never orders at a price that it did not show.
    const ordered = await submit(checkout, { ...typed, ...carried, ...change, intent: "order" }, null);
    expect([change, ordered.text.includes(deselected)]).toEqual([change, true]);
  }
  const first = await submit(checkout, { ...typed, intent: "order" }, null);
  expect(first.text).toContain("Coupon applied successfully");
  const linked = await open(paths.checkoutWithCoupon(service.id, "half"), null);
  expect([linked.text.includes("Coupon applied successfully"), hidden(linked.text, "couponCode")]).toEqual([
    true,
    "HALF",
  ]);
  const wrong = await open(paths.checkoutWithCoupon(service.id, "nobody"), null);
  expect([wrong.status, wrong.text.includes("This coupon code is not valid")]).toEqual([200, true]);
});

test("guesses by page and link share one rate limit", async () => {
  const { service } = await aShop();
  const checkout = paths.checkout(service.id);
  const guess = { paymentType: "DIRECT", coupon: "guess", intent: "apply-coupon", firstName: "Heron" };
  for (let count = 0; count < 10; count++) {
    expect((await submit(checkout, guess, null, "203.0.113.9")).status).toBe(400);
    expect((await open(`${checkout}?coupon=guess`, null, "203.0.113.9")).text).toContain(
      "This coupon code is not valid",
    );
  }
  const refused = await submit(checkout, guess, null, "203.0.113.9");
  expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect(refused.text).toMatch(/Too many attempts\. Please try again in \d+ (seconds?|minutes|hours)\./);
  expect(refused.text).toContain("Heron");
});

const hidden = (text: string, name: string) =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(text)?.[1];
