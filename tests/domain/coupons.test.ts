import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { couponChoices } from "~/domain/coupons/couponChoices";
import { couponDetails } from "~/domain/coupons/couponDetails";
import { CouponInput } from "~/domain/coupons/couponInput";
import { couponList } from "~/domain/coupons/couponList";
import { deleteCoupon } from "~/domain/coupons/deleteCoupon";
import { findCoupons } from "~/domain/coupons/findCoupons";
import { expiryThroughDay, saveCoupon } from "~/domain/coupons/saveCoupon";
import { Conflict, Forbidden, Invalid, NotFound, Unauthenticated } from "~/domain/errors";
import { listFromUrl } from "~/list/listFromUrl";
import { coupons, history, services } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aService, aStaffMember } from "../support/factories";
import { plansOf } from "../support/queryPlans";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

const STALE = "This record was changed by someone else. Please reload and try again.";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

let serial = 0;
async function aDesk() {
  const staff = await aStaffMember(database.db, { privileges: "Manager" });
  const { service } = await aService(database.db);
  const input = (values: Partial<Record<string, unknown>> = {}) =>
    CouponInput.parse({
      code: `desk${++serial}`,
      type: "PERCENTAGE",
      discount: 50,
      serviceIds: [service.id],
      ...values,
    });
  return { ctx: testContext(database.db, actingAs(staff)), service, input };
}

const messages = (values: Record<string, unknown>) => {
  const parsed = CouponInput.safeParse({ code: "SPRING", type: "FIXED", discount: 5, serviceIds: ["a"], ...values });
  return parsed.success ? null : parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]);
};

test("a day on the page is the coupon's last, a day on the wire its end", async () => {
  const { ctx, input } = await aDesk();
  const expiring = (expiryDate: string, more = {}) => input({ setExpiry: true, expiryDate, ...more });
  const lastMoment = Date.parse("2026-12-24T23:59:59.999Z");
  const fromPage = await saveCoupon(ctx, expiring("2026-12-24"), expiryThroughDay);
  expect(fromPage.expiresAt).toBe(lastMoment);
  const fromWire = await saveCoupon(ctx, expiring("2026-12-24"));
  expect(fromWire.expiresAt).toBe(Date.parse("2026-12-24T00:00:00.000Z"));
  // Its last day is the 23rd, which the page shows and keeps.
  const same = { id: fromWire.id, version: fromWire.version };
  const saved = await saveCoupon(ctx, expiring("2026-12-23", same), expiryThroughDay);
  expect(saved.expiresAt).toBe(fromWire.expiresAt);
  const later = await saveCoupon(ctx, expiring("2026-12-24", { ...same, version: saved.version }), expiryThroughDay);
  expect(later.expiresAt).toBe(lastMoment);
});

test("the form reports every broken rule with its own message", () => {
  const below = "Discount should be greater than or equal to 1";
  const cases: [Record<string, unknown>, [string, string][] | null][] = [
    [{}, null],
    [{ code: undefined }, [["code", "Coupon code is required"]]],
    [{ code: "  " }, [["code", "Coupon code is required"]]],
    [{ code: "ab" }, [["code", "Code should has minimum 3 characters"]]],
    [{ discount: undefined }, [["discount", below]]],
    [{ discount: 0 }, [["discount", below]]],
    [{ discount: -3 }, [["discount", below]]],
    [{ discount: 1.5 }, [["discount", "Discount should be a whole number"]]],
    [{ discount: { toString: 1 } }, [["discount", "Discount should be a whole number"]]],
    [{ discount: 101 }, null],
    [{ type: "PERCENTAGE", discount: 101 }, [["discount", "Discount should be between 1 and 100"]]],
    [{ type: "PERCENTAGE", discount: 100 }, null],
    [{ serviceIds: undefined }, [["serviceIds", "Atleast one service should be selected"]]],
    [{ serviceIds: [] }, [["serviceIds", "Atleast one service should be selected"]]],
    [{ limitUsages: true }, [["limit", "Usage count is required"]]],
    [{ limitUsages: true, limit: null }, [["limit", "Usage count is required"]]],
    [{ limitUsages: true, limit: 0 }, [["limit", "Usage count should be greater than or equal to 1"]]],
    [{ limitUsages: true, limit: 1 }, null],
    [{ limitUsages: false, limit: 0 }, null],
    [{ setExpiry: true }, [["expiryDate", "Expiry date is required"]]],
    [{ setExpiry: true, expiryDate: "" }, [["expiryDate", "Expiry date is required"]]],
    [{ setExpiry: true, expiryDate: "2026-02-31" }, [["expiryDate", "Enter a valid expiry date"]]],
    [{ setExpiry: true, expiryDate: "2026-12-31" }, null],
    [{ setExpiry: true, expiryDate: "2026-12-31T10:00:00.000Z" }, null],
    [{ id: "x" }, [["version", "Send the version to change a coupon"]]],
    [
      { code: undefined, discount: 0, serviceIds: [], limitUsages: true, setExpiry: true },
      [
        ["code", "Coupon code is required"],
        ["discount", below],
        ["serviceIds", "Atleast one service should be selected"],
        ["limit", "Usage count is required"],
        ["expiryDate", "Expiry date is required"],
      ],
    ],
    [
      { code: "", limitUsages: true, setExpiry: true },
      [
        ["code", "Coupon code is required"],
        ["limit", "Usage count is required"],
        ["expiryDate", "Expiry date is required"],
      ],
    ],
  ];
  for (const [values, expected] of cases) expect([values, messages(values)]).toEqual([values, expected]);
});

test("saves codes in capitals and records changes", async () => {
  const { ctx, service, input } = await aDesk();
  const other = (await aService(database.db)).service;
  const affiliate = await aCustomer(database.db, { affiliate: true, affiliateCode: "ADA-1", firstName: "Ada" });
  const created = await saveCoupon(
    ctx,
    input({ code: " spring26 ", type: "FIXED", discount: 20, limitUsages: true, limit: 3, affiliateId: affiliate.id }),
  );
  expect(created).toMatchObject({
    code: "SPRING26",
    type: "FIXED",
    discount: 20_00,
    status: "ACTIVE",
    usageLimit: 3,
    expiresAt: null,
    affiliate: { id: affiliate.id, name: "Ada Example" },
    services: [{ id: service.id, name: service.name }],
    held: 0,
    used: 0,
    released: 0,
    expired: false,
    usedUp: false,
    version: 1,
  });
  const changed = await saveCoupon(
    ctx,
    input({
      id: created.id,
      version: 1,
      code: "SPRING26",
      discount: 10,
      // With the limit off, its typed number is dropped.
      limitUsages: false,
      limit: 7,
      setExpiry: true,
      expiryDate: "2026-11-21",
      serviceIds: [service.id, other.id, other.id],
    }),
  );
  expect(changed).toMatchObject({
    discount: 10,
    usageLimit: null,
    affiliate: null,
    // A plain date means 00:00 UTC; the coupon is expired from then on.
    expiresAt: Date.parse("2026-11-21T00:00:00.000Z"),
    expired: true,
    version: 2,
  });
  expect(changed.services.map(({ id }) => id).sort()).toEqual([service.id, other.id].sort());
  const rows = await database.db.select().from(history).where(eq(history.entityId, created.id));
  expect(rows.map((row) => [row.entity, row.action])).toEqual([
    ["coupon", "Coupon created"],
    ["coupon", "Coupon updated"],
  ]);
  expect(rows[1]!.changes.map(({ field }) => field)).toEqual([
    "type",
    "discount",
    "usageLimit",
    "expiresAt",
    "affiliate",
    "services",
  ]);
});

test("lets one of ten concurrent writers win", async () => {
  const { ctx, input } = await aDesk();
  const { id, code } = await saveCoupon(ctx, input());
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      saveCoupon(ctx, input({ id, code, version: 1, description: `Writer ${index}` })),
    ),
  );
  expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(1);
  const refused = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
  expect(refused).toHaveLength(9);
  for (const error of refused) {
    expect(error).toBeInstanceOf(Conflict);
    expect(error.message).toBe(STALE);
  }
  expect((await couponDetails(ctx, id)).version).toBe(2);
  const rows = await database.db.select().from(history).where(eq(history.entityId, id));
  expect(rows.filter(({ action }) => action === "Coupon updated")).toHaveLength(1);
});

test("rejects a code in use, but reuses that of a deleted coupon", async () => {
  const { ctx, input } = await aDesk();
  const first = await saveCoupon(ctx, input({ code: "TWICE" }));
  const other = await saveCoupon(ctx, input());
  for (const values of [{ code: "twice" }, { code: "TWICE", id: other.id, version: 1 }]) {
    const error = await saveCoupon(ctx, input(values)).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Conflict);
    expect(error.fieldErrors).toEqual({ code: ["This code is already in use"] });
  }
  await deleteCoupon(ctx, first.id);
  await expect(couponDetails(ctx, first.id)).rejects.toThrow(NotFound);
  await expect(deleteCoupon(ctx, first.id)).rejects.toThrow(NotFound);
  await expect(saveCoupon(ctx, input({ id: first.id, version: 2 }))).rejects.toThrow(NotFound);
  const reused = await saveCoupon(ctx, input({ code: "TWICE" }));
  expect(reused.id).not.toBe(first.id);
  // The deleted coupon is only hidden, because its orders refer to it.
  expect(await database.db.select().from(coupons).where(eq(coupons.code, "TWICE"))).toHaveLength(2);
});

test("rejects services and affiliates that cannot be chosen", async () => {
  const { ctx, service, input } = await aDesk();
  const { db } = database;
  const plain = await aCustomer(db);
  const deleted = await aCustomer(db, { affiliate: true, deletedAt: TEST_NOW });
  for (const [values, field] of [
    [{ serviceIds: [service.id, "nothing"] }, "serviceIds"],
    [{ affiliateId: plain.id }, "affiliateId"],
    [{ affiliateId: deleted.id }, "affiliateId"],
  ] as const) {
    const error = await saveCoupon(ctx, input(values)).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Invalid);
    expect(Object.keys(error.fieldErrors)).toEqual([field]);
  }
  const { id, code } = await saveCoupon(ctx, input());
  await db.update(services).set({ archivedAt: TEST_NOW }).where(eq(services.id, service.id));
  await expect(saveCoupon(ctx, input())).rejects.toThrow(Invalid);
  expect(await saveCoupon(ctx, input({ id, code, version: 1 }))).toMatchObject({ version: 2 });
});

test("lists active coupons, newest first, by index", async () => {
  const { ctx, input } = await aDesk();
  const later = { ...ctx, now: TEST_NOW + 1000 };
  const [first, second] = [await saveCoupon(ctx, input()), await saveCoupon(later, input({ code: "LISTED-LAST" }))];
  const query = (search = "") => listFromUrl(couponList, `http://localhost/coupons${search}`);
  expect(query().filters).toEqual([{ key: "status", operation: "eq", value: "ACTIVE" }]);
  expect(query("?status=ALL").filters).toEqual([]);
  expect(query().pageSize).toBe(10);
  let page = await findCoupons(later, query("?size=100"));
  expect(page.content[0]).toMatchObject({ id: second.id });
  expect(page.content.map(({ id }) => id)).toContain(first.id);
  expect(page.totalElements).toBe(page.content.length);
  page = await findCoupons(ctx, query("?code=listed-l"));
  expect(page).toMatchObject({ totalElements: 1, content: [{ code: "LISTED-LAST" }] });
  const steps = await plansOf(database.binding, (db) => findCoupons({ ...ctx, db }, query()));
  expect(steps.some((step) => step.includes("coupons_created"))).toBe(true);
  expect(steps.filter((step) => step.includes("TEMP B-TREE"))).toEqual([]);
});

test("searches services and affiliates and resolves chosen ids", async () => {
  const { ctx, service } = await aDesk();
  const { db } = database;
  const matching = (await aService(db, { name: "Zürich Link Building" })).service;
  await aService(db, { name: "Zurich archived", archivedAt: TEST_NOW });
  const affiliate = await aCustomer(db, {
    affiliate: true,
    affiliateCode: "HERON-7",
    firstName: "Hélène",
    lastName: "Heron",
  });
  await aCustomer(db, { firstName: "Helene", lastName: "Heron" });
  const choices = await couponChoices(ctx, {
    service: "zurich",
    affiliate: "helene he",
    serviceIds: [service.id],
    affiliateId: affiliate.id,
  });
  expect(choices.services.map(({ id }) => id)).toEqual([matching.id]);
  expect(choices.chosenServices.map(({ id }) => id)).toEqual([service.id]);
  expect(choices.affiliates).toEqual([
    { id: affiliate.id, name: "Hélène Heron", hint: `HERON-7 · ${affiliate.email}` },
  ]);
  expect(choices.chosenAffiliate?.id).toBe(affiliate.id);
  expect((await couponChoices(ctx, { affiliate: "heron-7" })).affiliates).toHaveLength(1);
  // A one-character search is ignored: it returns the first services and no affiliates.
  const without = await couponChoices(ctx, { service: "z", affiliate: "h" });
  expect(without.services.length).toBeGreaterThan(1);
  expect(without.affiliates).toEqual([]);
});

test("customers and visitors can neither read nor write coupons", async () => {
  const { ctx, input } = await aDesk();
  const { id } = await saveCoupon(ctx, input());
  const customer = testContext(database.db, actingAs(await aCustomer(database.db)));
  const visitor = testContext(database.db, anonymous);
  for (const work of [
    (who: typeof customer) => couponDetails(who, id),
    (who: typeof customer) => deleteCoupon(who, id),
    (who: typeof customer) => saveCoupon(who, input()),
    (who: typeof customer) => couponChoices(who, {}),
    (who: typeof customer) => findCoupons(who, listFromUrl(couponList, "http://localhost/coupons")),
  ]) {
    await expect(work(customer)).rejects.toThrow(Forbidden);
    await expect(work(visitor)).rejects.toThrow(Unauthenticated);
  }
  const [row] = await database.db.select().from(coupons).where(eq(coupons.id, id));
  expect(row).toMatchObject({ version: 1, deletedAt: null });
});
