import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { saveProgramme } from "~/domain/affiliates/affiliateProgramme";
import { howYouEarn } from "~/domain/affiliates/howYouEarn";
import { notifyReferrals } from "~/domain/affiliates/notifyReferrals";
import { ordersWithoutCommission } from "~/domain/affiliates/ordersWithoutCommission";
import { ProgrammeInput } from "~/domain/affiliates/programmeInput";
import { serviceChoices } from "~/domain/catalogue/serviceChoices";
import { updateClient } from "~/domain/clients/updateClient";
import { changeCommissionStatuses } from "~/domain/commissions/changeCommissionStatuses";
import { ChangeCommissionsForm } from "~/domain/commissions/commissionInputs";
import { commissionList } from "~/domain/commissions/commissionList";
import { commissionsToChange, findCommissions, matchingCommissionIds } from "~/domain/commissions/findCommissions";
import { notifyCommissions } from "~/domain/commissions/notifyCommissions";
import type { ActorUser } from "~/domain/context";
import { couponList } from "~/domain/coupons/couponList";
import { findCoupons } from "~/domain/coupons/findCoupons";
import { DashboardQuery } from "~/domain/dateRange";
import { Forbidden } from "~/domain/errors";
import { saveNoticeChoices } from "~/domain/notifications/noticeChoices";
import { makePayout } from "~/domain/payouts/makePayout";
import { PayoutForm } from "~/domain/payouts/payoutInputs";
import { formatLongDate } from "~/format/dates";
import { listFromUrl } from "~/list/listFromUrl";
import { newId } from "~db/ids";
import { affiliateProgramme, commissions, coupons, notifications, outbox } from "~db/schema";
import { aCommission, anAffiliate, anAgreement, aReferral, payByHand } from "../support/commissions";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aService, aStaffMember } from "../support/factories";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";
import { wrongCounters } from "../support/wrongCounters";

const DAY = 86_400_000;
const queryOf = (search: string) => listFromUrl(commissionList, `http://portal.test/?${search}`);
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.db.insert(affiliateProgramme).values({ id: "programme" }).onConflictDoNothing());
afterEach(async () => {
  expect(await wrongCounters(database)).toEqual([]);
  await database.clear();
});
afterAll(() => database.dispose());
const as = (user: ActorUser) => testContext(database.db, actingAs(user));
const noticesOf = async (user: ActorUser) =>
  (await database.db.select().from(notifications).where(eq(notifications.userId, user.id))).map(
    ({ description }) => description,
  );
async function setDefault(percent: string, earnsOn: "perpetual" | "firstTime" = "perpetual") {
  const ctx = as(await aStaffMember(database.db));
  const row = await database.db.select().from(affiliateProgramme).get();
  await saveProgramme(
    ctx,
    ProgrammeInput.parse({
      version: row!.version,
      holdingDays: "30",
      minimumPayout: "50",
      defaultPercent: percent,
      defaultEarnsOn: earnsOn,
    }),
  );
}

test("the programme's default rate applies without a rate of one's own", async () => {
  const { db } = database;
  await setDefault("12.5");
  const staff = as(await aStaffMember(db));
  const affiliate = await anAffiliate(db);
  const client = await aReferral(db, affiliate);
  const [usual, own, nothing] = [await aService(db), await aService(db), await aService(db)];
  await anAgreement(db, affiliate, own.service.id, { percent: 2000 });
  await anAgreement(db, affiliate, nothing.service.id, { percent: 0 });
  for (const service of [usual, own, nothing]) await payByHand(staff, client, service);
  const rows = await db.select().from(commissions);
  expect(rows.map(({ serviceId, percent }) => [serviceId, percent])).toEqual([
    [usual.service.id, 1250],
    [own.service.id, 2000],
  ]);
});

test("a default on the first order earns once per service", async () => {
  const { db } = database;
  await setDefault("10", "firstTime");
  const staff = as(await aStaffMember(db));
  const affiliate = await anAffiliate(db);
  const client = await aReferral(db, affiliate);
  const service = await aService(db);
  await payByHand(staff, client, service);
  await payByHand(staff, client, service);
  expect(await db.select().from(commissions)).toHaveLength(1);
  const { content } = await ordersWithoutCommission(as(affiliate), { page: 0, pageSize: 10 });
  expect(content).toMatchObject([{ reason: expect.stringMatching(/^Only a customer's first paid order/) }]);
});

test("an affiliate sees rate, balance by state, dates and coupons", async () => {
  const { db } = database;
  await setDefault("10");
  const affiliate = await anAffiliate(db);
  const { service } = await aService(db, { name: "Links" });
  await anAgreement(db, affiliate, service.id, { percent: 2000, firstTime: true, perpetual: false });
  const paidAt = TEST_NOW - 10 * DAY;
  await aCommission(db, affiliate, { status: "CREATED", amount: 10_00, orderPaidAt: paidAt });
  await aCommission(db, affiliate, { status: "APPROVED", amount: 70_00, approvedAt: TEST_NOW - DAY });
  await aCommission(db, affiliate, { status: "PAID", amount: 5_00, paidAt: TEST_NOW - 2 * DAY });
  await aCommission(db, affiliate, { status: "CREATED", amount: 99_00, voidedAt: TEST_NOW });
  await aCommission(db, await anAffiliate(db), { status: "APPROVED", amount: 1_000_00 });
  const coupon = { type: "PERCENTAGE" as const, discount: 10, createdAt: TEST_NOW };
  await db.insert(coupons).values([
    { id: newId(TEST_NOW), code: "MINE", ...coupon, affiliateId: affiliate.id },
    { id: newId(TEST_NOW), code: "OLD", ...coupon, affiliateId: affiliate.id, expiresAt: TEST_NOW - 1 },
    { id: newId(TEST_NOW), code: "OTHER", ...coupon },
  ]);
  expect(await howYouEarn(as(affiliate))).toMatchObject({
    defaultRate: "10% of every paid order, including renewals",
    rates: [{ service: "Links", rate: "20% of a client's first paid order of each service" }],
    holdingDays: 30,
    minimumPayout: 50_00,
    pending: { count: 1, amount: 10_00, nextAt: paidAt + 30 * DAY },
    holding: [{ amount: 10_00, approvableAt: paidAt + 30 * DAY }],
    moreHolding: false,
    approved: { count: 1, amount: 70_00, since: TEST_NOW - DAY },
    paid: { count: 1, amount: 5_00, lastAt: TEST_NOW - 2 * DAY },
    coupons: [{ code: "MINE" }],
  });
  await expect(howYouEarn(as(await aCustomer(db)))).rejects.toThrow(Forbidden);
});

test("names only own referrals among orders without commission", async () => {
  const { db } = database;
  const staff = as(await aStaffMember(db));
  const affiliate = await anAffiliate(db);
  const service = await aService(db, { name: "Audit" });
  await payByHand(staff, await aReferral(db, affiliate, {}, await aCustomer(db, { firstName: "Noor" })), service);
  const { content, totalElements } = await ordersWithoutCommission(as(affiliate), { page: 0, pageSize: 10 });
  expect(totalElements).toBe(1);
  expect(content).toMatchObject([
    { serviceName: "Audit", clientName: "Noor Example", reason: "This affiliate has no rate for this service" },
  ]);
  const other = await ordersWithoutCommission(as(await anAffiliate(db)), { page: 0, pageSize: 10 });
  expect(other.content).toEqual([]);
});

test("notifies of joining, of a referral once, and of an approval", async () => {
  const { db } = database;
  const staff = await aStaffMember(db);
  const customer = await aCustomer(db);
  await updateClient(as(staff), { id: customer.id, affiliate: true });
  expect(await noticesOf(customer)).toEqual([
    "You are now in the affiliate program. Share your link to earn commissions.",
  ]);
  const affiliate = await anAffiliate(db);
  const flagged = await aCustomer(db, { id: newId(TEST_NOW - 2) });
  await aReferral(db, affiliate, {}, await aCustomer(db, { id: newId(TEST_NOW - 1), firstName: "Noor" }));
  await aReferral(db, affiliate, { selfReferral: "ownEmail" }, flagged);
  await aReferral(db, affiliate, {}, await aCustomer(db, { id: newId(TEST_NOW - 2 * DAY) }));
  const system = testContext(db, actingSystem);
  expect(await notifyReferrals(system)).toEqual({ done: 1, failed: 0 });
  expect(await notifyReferrals(system)).toEqual({ done: 0, failed: 0 });
  expect(await noticesOf(affiliate)).toEqual(["Noor Example signed up through your link"]);
  const old = TEST_NOW - 40 * DAY;
  const first = await aCommission(db, affiliate, { status: "CREATED", amount: 10_00, orderPaidAt: old });
  const second = await aCommission(db, affiliate, { status: "CREATED", amount: 2_50, orderPaidAt: old });
  const approval = { commissionIds: [first.id, second.id], newStatus: "APPROVED" as const, reason: "" };
  await changeCommissionStatuses(as(staff), approval);
  await changeCommissionStatuses(as(staff), approval);
  expect((await noticesOf(affiliate)).slice(1)).toEqual(["2 of your commissions were approved: $12.50"]);
});

test("notifies of a new commission once, with the end of its holding period", async () => {
  const { db } = database;
  const affiliate = await anAffiliate(db);
  const silent = await anAffiliate(db);
  await saveNoticeChoices(as(silent), { commission: "none" } as never);
  await aCommission(db, silent);
  await aCommission(db, affiliate, { amount: 12_50 });
  await aCommission(db, affiliate, { amount: 3_00, orderPaidAt: TEST_NOW - 31 * DAY });
  await aCommission(db, affiliate, { id: newId(TEST_NOW - 2 * DAY) });
  await aCommission(db, affiliate, { selfReferral: "ownEmail" });
  await aCommission(db, affiliate, { voidedAt: TEST_NOW });
  await aCommission(db, affiliate, { status: "APPROVED" });
  const system = testContext(db, actingSystem);
  expect(await notifyCommissions(system)).toEqual({ done: 2, failed: 0 });
  expect(await notifyCommissions(system)).toEqual({ done: 0, failed: 0 });
  const until = formatLongDate(TEST_NOW + 30 * DAY, "UTC");
  expect(await noticesOf(affiliate)).toEqual([
    `You earned a commission of $12.50. It can be approved from ${until}.`,
    "You earned a commission of $3.00. It is waiting for our approval.",
  ]);
  expect(await noticesOf(silent)).toEqual([]);
});

test("notices that nobody wants leave room for the others", async () => {
  const { db } = database;
  const [silent, affiliate] = [await anAffiliate(db), await anAffiliate(db)];
  await saveNoticeChoices(as(silent), { referral: "none" } as never);
  for (let n = 0; n < 50; n++) await aReferral(db, silent, {}, await aCustomer(db, { id: newId(TEST_NOW - 2) }));
  await aReferral(db, affiliate, {}, await aCustomer(db, { id: newId(TEST_NOW - 1) }));
  expect(await notifyReferrals(testContext(db, actingSystem))).toEqual({ done: 1, failed: 0 });
  expect(await noticesOf(affiliate)).toHaveLength(1);
});

test("a payout tells each affiliate their amount, by the chosen way", async () => {
  const { db } = database;
  const staff = await aStaffMember(db);
  const [first, second, silent] = [await anAffiliate(db), await anAffiliate(db), await anAffiliate(db)];
  await saveNoticeChoices(as(silent), { payout: "none" } as never);
  const old = TEST_NOW - 40 * DAY;
  const rows = [
    await aCommission(db, first, { status: "APPROVED", amount: 10_00, orderPaidAt: old }),
    await aCommission(db, second, { status: "APPROVED", amount: 20_50, orderPaidAt: old }),
    await aCommission(db, silent, { status: "APPROVED", amount: 1_00, orderPaidAt: old }),
  ];
  await makePayout(
    as(staff),
    PayoutForm.parse({ commission: rows.map(({ id }) => id), requestKey: "payout-notice-1", total: "3150" }),
  );
  expect(await noticesOf(first)).toEqual([
    "We paid out $10.00 of commissions to you. You can find the statement under Payouts.",
  ]);
  expect(await noticesOf(second)).toEqual([
    "We paid out $20.50 of commissions to you. You can find the statement under Payouts.",
  ]);
  expect(await noticesOf(silent)).toEqual([]);
  const mails = await db.select().from(outbox).where(eq(outbox.kind, "noticeMail"));
  expect(mails.flatMap(({ payload }) => ("users" in payload ? payload.users : [])).sort()).toEqual(
    [first.id, second.id].sort(),
  );
});

test("offers a bounded number of services, searched by name", async () => {
  const { db } = database;
  for (let n = 0; n < 25; n++) await aService(db, { name: `Service ${n}` });
  const ctx = as(await aStaffMember(db));
  expect(await serviceChoices(ctx, "")).toHaveLength(20);
  expect((await serviceChoices(ctx, "SERVICE 24")).map(({ name }) => name)).toEqual(["Service 24"]);
  await expect(serviceChoices(as(await aCustomer(db)), "")).rejects.toThrow(Forbidden);
});

test("narrows commissions to holding, approvable, void and flagged", async () => {
  const { db } = database;
  const ctx = as(await aStaffMember(db));
  const affiliate = await anAffiliate(db);
  const row = (values: Parameters<typeof aCommission>[2]) =>
    aCommission(db, affiliate, { status: "CREATED", ...values });
  const held = await row({ orderPaidAt: TEST_NOW - 29 * DAY });
  const ripe = await row({ orderPaidAt: TEST_NOW - 30 * DAY });
  const voided = await row({ voidedAt: TEST_NOW, orderPaidAt: TEST_NOW - 40 * DAY });
  const flagged = await row({ status: "APPROVED", selfReferral: "ownLink", orderPaidAt: TEST_NOW - 40 * DAY });
  const find = (state: string) => matchingCommissionIds(ctx, queryOf(`state=${state}`));
  expect(await find("HOLDING")).toEqual([held.id]);
  expect(await find("APPROVABLE")).toEqual([ripe.id]);
  expect(await find("VOID")).toEqual([voided.id]);
  expect(await find("SELF_REFERRAL")).toEqual([flagged.id]);
});

test("a bulk change takes all commissions that match the filter", async () => {
  const { db } = database;
  const staff = await aStaffMember(db);
  const affiliate = await anAffiliate(db);
  const old = TEST_NOW - 40 * DAY;
  for (let n = 0; n < 12; n++) await aCommission(db, affiliate, { status: "CREATED", orderPaidAt: old });
  await aCommission(db, await anAffiliate(db), { status: "CREATED", orderPaidAt: old });
  const commissionIds = await matchingCommissionIds(
    as(staff),
    queryOf(`referrerClientId=${affiliate.id}&size=5&page=2`),
  );
  expect(commissionIds).toHaveLength(12);
  const changed = await changeCommissionStatuses(as(staff), { commissionIds, newStatus: "APPROVED", reason: "" });
  expect(changed).toEqual({ updated: 12, skipped: {} });
  await expect(matchingCommissionIds(as(affiliate), queryOf(""))).rejects.toThrow(Forbidden);
});

test("sums all commissions that match when one change may take them", async () => {
  const { db } = database;
  const ctx = as(await aStaffMember(db));
  const affiliate = await anAffiliate(db);
  const rows = [];
  for (let n = 1; n <= 7; n++) rows.push(await aCommission(db, affiliate, { status: "CREATED", amount: n * 10_01 }));
  const find = (search: string) => commissionsToChange(ctx, queryOf(`referrerClientId=${affiliate.id}&${search}`));
  expect(await find("size=5&page=2")).toMatchObject({ totalElements: 7, matchingAmount: 28 * 10_01 });
  expect(await find("size=5&status=CREATED")).toMatchObject({ totalElements: 7, matchingAmount: 28 * 10_01 });
  expect(await find("size=5&state=VOID")).toMatchObject({ totalElements: 0, matchingAmount: null });
  // The page shows all.
  expect(await find("size=10")).toMatchObject({ totalElements: 7, matchingAmount: null });
});

test("the commission form needs a row or the whole filter", () => {
  const errorOf = (input: object) => ChangeCommissionsForm.safeParse({ newStatus: "PAID", ...input }).error?.issues[0];
  expect(errorOf({})?.message).toBe("Choose at least one commission");
  expect(errorOf({ all: true })).toBeUndefined();
  expect(errorOf({ commission: ["one"] })).toBeUndefined();
});

test("finds a commission by a part of its order number", async () => {
  const { db } = database;
  const ctx = as(await aStaffMember(db));
  const affiliate = await anAffiliate(db);
  const one = await aCommission(db, affiliate, { status: "CREATED" });
  const { content } = await findCommissions(ctx, queryOf(""));
  const number = String(content[0]!.orderNumber);
  expect(await matchingCommissionIds(ctx, queryOf(`orderId=${number.slice(1)}`))).toEqual([one.id]);
  expect(await matchingCommissionIds(ctx, queryOf("orderId=987654321"))).toEqual([]);
});

test("the coupon list separates active, expired and used-up codes", async () => {
  const { db } = database;
  const ctx = as(await aStaffMember(db));
  const coupon = { type: "PERCENTAGE" as const, discount: 10, createdAt: TEST_NOW };
  await db.insert(coupons).values([
    { id: newId(TEST_NOW), code: "OPEN", ...coupon },
    { id: newId(TEST_NOW), code: "ENDED", ...coupon, expiresAt: TEST_NOW },
    { id: newId(TEST_NOW), code: "GONE", ...coupon, usageLimit: 2, usedCount: 2 },
  ]);
  const codes = async (search: string) =>
    (await findCoupons(ctx, listFromUrl(couponList, `http://portal.test/?${search}`))).content.map(({ code }) => code);
  expect(await codes("")).toEqual(["OPEN"]);
  expect(await codes("status=EXPIRED")).toEqual(["ENDED"]);
  expect(await codes("status=USED_UP")).toEqual(["GONE"]);
  expect((await codes("status=ALL")).sort()).toEqual(["ENDED", "GONE", "OPEN"]);
});

test("allows the day three months after the start of a range", () => {
  const isAllowed = (toDate: string) => DashboardQuery.safeParse({ fromDate: "2026-02-10", toDate }).success;
  expect(["2026-05-09", "2026-05-10", "2026-05-11"].map(isAllowed)).toEqual([true, true, false]);
});
