import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { affiliateList } from "~/domain/affiliates/affiliateList";
import { applyToProgramme, programmeApplication } from "~/domain/affiliates/applyToProgramme";
import { exportAffiliates, findAffiliates } from "~/domain/affiliates/findAffiliates";
import { updateClient } from "~/domain/clients/updateClient";
import { commissionList } from "~/domain/commissions/commissionList";
import { exportCommissions, findCommissions } from "~/domain/commissions/findCommissions";
import { ownCommissionList } from "~/domain/commissions/ownCommissionList";
import { ownCommissions } from "~/domain/commissions/ownCommissions";
import type { ActorUser, Context } from "~/domain/context";
import { Conflict, Forbidden } from "~/domain/errors";
import { listFromUrl } from "~/list/listFromUrl";
import { openDb } from "~db/client.server";
import { commissions, notifications, orders } from "~db/schema";
import { aCommission, anAffiliate, aReferral } from "../support/commissions";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { plansOf } from "../support/queryPlans";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

const DAY = 86_400_000;
let database: TestDatabase;
let staff: Context;
let member: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
  member = await aStaffMember(database.db, { privileges: "Manager" });
  staff = testContext(database.db, actingAs(member));
});
afterAll(() => database.dispose());
const affiliatesBy = (search = "") =>
  findAffiliates(staff, listFromUrl(affiliateList, `http://portal.example.com/affiliates?${search}`));
const commissionsBy = (search = "") => listFromUrl(commissionList, `http://portal.example.com/commissions?${search}`);
const rowsIn = async <Row>(pages: AsyncIterable<Row[]>) => {
  const rows: Row[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
};

/** Revenue computed directly from the orders. */
async function revenueOf(affiliateId: string) {
  const rows = await database.db.all<{ revenue: number; latest: number | null }>(
    sql`select coalesce(sum(o.total - o.refunded), 0) as revenue, max(o.paid_at) as latest from orders o join attributions a on a.user_id = o.client_id where a.affiliate_id = ${affiliateId} and o.pay_state <> 'unpaid' and o.total > 0`,
  );
  return rows[0]!;
}
async function rowOf(affiliate: ActorUser) {
  const { content } = await affiliatesBy(`code=${affiliate.affiliateCode}`);
  return content.find(({ userId }) => userId === affiliate.id)!;
}
async function expectAgreed(affiliate: ActorUser, where: string) {
  const [row, expected] = [await rowOf(affiliate), await revenueOf(affiliate.id)];
  expect({ revenue: row.totalRevenue, latest: row.latestRevenueAt }, where).toEqual(expected);
  return row;
}

test("totals follow payments, refunds, moves and late attributions", async () => {
  const { db } = database;
  const [affiliate, other] = [await anAffiliate(db), await anAffiliate(db)];
  expect(await rowOf(affiliate)).toMatchObject({ totalRevenue: 0, latestRevenue: null, latestRevenueAt: null });
  const late = await aCustomer(db);
  await anOrder(db, { clientId: late.id, total: 70_00, paidAt: TEST_NOW - 9 * DAY });
  await aReferral(db, affiliate, {}, late);
  expect(await expectAgreed(affiliate, "attributed late")).toMatchObject({ totalRevenue: 70_00, latestRevenue: 70_00 });
  const client = await aReferral(db, affiliate);
  const elsewhere = await aReferral(db, other);
  const unpaid = {
    clientId: client.id,
    payState: "unpaid" as const,
    status: "Abandoned_Checkout" as const,
    paidAt: null,
  };
  const first = await anOrder(db, { ...unpaid, total: 50_00 });
  await expectAgreed(affiliate, "unpaid");
  await db
    .update(orders)
    .set({ payState: "paid", paidAt: TEST_NOW - 2 * DAY })
    .where(eq(orders.id, first.id));
  expect(await expectAgreed(affiliate, "paid")).toMatchObject({ totalRevenue: 120_00, latestRevenue: 50_00 });
  await anOrder(db, { clientId: client.id, total: 30_00, paidAt: TEST_NOW - 5 * DAY });
  expect(await expectAgreed(affiliate, "an earlier payment")).toMatchObject({
    totalRevenue: 150_00,
    latestRevenue: 50_00,
  });
  await db.update(orders).set({ payState: "partly_refunded", refunded: 20_00 }).where(eq(orders.id, first.id));
  expect(await expectAgreed(affiliate, "refunded")).toMatchObject({ totalRevenue: 130_00, latestRevenue: 30_00 });
  await db.update(orders).set({ clientId: elsewhere.id }).where(eq(orders.id, first.id));
  expect(await expectAgreed(affiliate, "moved away")).toMatchObject({ totalRevenue: 100_00, latestRevenue: 30_00 });
  expect(await expectAgreed(other, "moved to")).toMatchObject({ totalRevenue: 30_00 });
  await db.update(orders).set({ clientId: late.id }).where(eq(orders.id, first.id));
  await expectAgreed(affiliate, "moved back");
  await expectAgreed(other, "moved on");
  await db.update(orders).set({ clientId: client.id }).where(eq(orders.id, first.id));
  await expectAgreed(affiliate, "moved between own referrals");
  await anOrder(db, { clientId: client.id, total: 0, paidAt: TEST_NOW });
  await expectAgreed(affiliate, "nothing to pay");
});

test("filters, sorts and pages affiliates; list and export agree", async () => {
  const { db } = database;
  for (const [n, lastName] of ["Ümit", "Åkesson", "Novák"].entries()) {
    const affiliate = await anAffiliate(db, {
      firstName: "Zed",
      lastName,
      email: `zed${n}@example.com`,
      affiliateCode: `ZED-${n}`,
      createdAt: TEST_NOW - (n + 100) * DAY,
    });
    const client = await aReferral(db, affiliate);
    await anOrder(db, { clientId: client.id, total: (n + 1) * 10_00, paidAt: TEST_NOW - (200 - n) * DAY });
  }
  await anAffiliate(db, { firstName: "Zed", lastName: "Off", affiliate: false, affiliateCode: "ZED-OFF" });
  const codes = async (search: string) => (await affiliatesBy(search)).content.map(({ code }) => code);
  expect(await codes("name=zed")).toEqual(["ZED-0", "ZED-1", "ZED-2"]);
  expect(await codes("name=zed+akes")).toEqual(["ZED-1"]);
  expect(await codes("email=zed2@")).toEqual(["ZED-2"]);
  expect(await codes("code=zed-1")).toEqual(["ZED-1"]);
  expect(await codes("name=zed&sort=totalRevenue.desc")).toEqual(["ZED-2", "ZED-1", "ZED-0"]);
  expect(await codes("name=zed&sort=latestRevenueDate.asc")).toEqual(["ZED-0", "ZED-1", "ZED-2"]);
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const range = (field: string, ms: number) => `name=zed&dateField=${field}&from=${day(ms)}&to=${day(ms)}`;
  expect(await codes(range("signedUpDate", TEST_NOW - 101 * DAY))).toEqual(["ZED-1"]);
  expect(await codes(range("latestRevenueDate", TEST_NOW - 198 * DAY))).toEqual(["ZED-2"]);
  expect(await codes("name=zed&size=5&page=2")).toEqual([]);
  for (const sort of affiliateList.sorts) {
    const query = listFromUrl(affiliateList, `http://portal.example.com/?sort=${sort}.desc&size=100`);
    const listed = await findAffiliates(staff, query);
    const exported = await exportAffiliates(staff, query);
    expect(exported.total).toBe(listed.totalElements);
    expect(await rowsIn(exported.pages)).toEqual(listed.content);
  }
});

test("an affiliate who was turned off stays listed until paid", async () => {
  const { db } = database;
  const off = { firstName: "Owed", affiliate: false };
  const client = await aCustomer(db);
  const lines: Record<string, string> = {};
  for (const status of ["CREATED", "APPROVED", "PAID"] as const) {
    const one = await anAffiliate(db, { ...off, lastName: status });
    lines[status] = (await aCommission(db, one, { clientId: client.id, status })).id;
  }
  const voided = await anAffiliate(db, { ...off, lastName: "Void" });
  await aCommission(db, voided, { clientId: client.id, status: "APPROVED", voidedAt: TEST_NOW });
  const both = await anAffiliate(db, { ...off, lastName: "Both", affiliate: true });
  for (let n = 0; n < 2; n++) await aCommission(db, both, { clientId: client.id, status: "APPROVED" });
  const listed = async () => {
    const { content, totalElements } = await affiliatesBy("name=owed&size=100");
    expect(totalElements).toBe(content.length);
    return content.map(({ name, enabled }) => `${name}${enabled ? "" : " (off)"}`).sort();
  };
  const rest = ["Owed APPROVED (off)", "Owed CREATED (off)"];
  expect(await listed()).toEqual([rest[0], "Owed Both", rest[1]]);

  const turn = (affiliate: boolean) => updateClient(staff, { id: both.id, affiliate });
  await turn(false);
  expect(await listed()).toEqual([rest[0], "Owed Both (off)", rest[1]]);
  // Paid, taken back, void: each changes who is owed.
  const set = (id: string, values: Partial<typeof commissions.$inferInsert>) =>
    db.update(commissions).set(values).where(eq(commissions.id, id));
  await set(lines.APPROVED!, { status: "PAID" });
  await set(lines.CREATED!, { voidedAt: TEST_NOW });
  expect(await listed()).toEqual(["Owed Both (off)"]);
  await set(lines.APPROVED!, { status: "CREATED" });
  await set(lines.PAID!, { status: "APPROVED" });
  expect(await listed()).toEqual([rest[0], "Owed Both (off)", "Owed PAID (off)"]);
  await turn(true);
  await db.update(commissions).set({ status: "PAID" }).where(eq(commissions.affiliateId, both.id));
  await turn(false);
  expect(await listed()).toEqual([rest[0], "Owed PAID (off)"]);
});

test("a page of affiliates is read by index", async () => {
  const steps = await plansOf(database.binding, (db) =>
    findAffiliates({ ...staff, db }, listFromUrl(affiliateList, "http://portal.example.com/affiliates")),
  );
  expect(steps.filter((step) => /SCAN (orders|o|commissions|attributions)\b/.test(step))).toEqual([]);
  const ofUsers = steps.filter((step) => /(SCAN|SEARCH) users\b/.test(step));
  // The page and the total.
  expect(ofUsers.map((step) => step.includes("users_listed_affiliates"))).toEqual([true, true]);
});

test("commission list, counters and export agree and use indexes", async () => {
  const { db } = database;
  const affiliate = await anAffiliate(db, { firstName: "Ida", lastName: "Öberg" });
  const client = await aReferral(db, affiliate, {}, await aCustomer(db, { firstName: "Cleo", lastName: "Müller" }));
  for (const [n, status] of (["CREATED", "APPROVED", "PAID"] as const).entries())
    await aCommission(
      db,
      affiliate,
      { clientId: client.id, status, orderPaidAt: TEST_NOW - n * DAY, amount: n * 1_00 },
      { number: 77_000 + n },
    );
  const find = async (search: string) => {
    const { content, totalElements } = await findCommissions(staff, commissionsBy(search));
    expect(totalElements).toBeGreaterThanOrEqual(content.length);
    return content.map(({ orderNumber }) => orderNumber);
  };
  expect(await find("referrerClientName=ida+oberg")).toEqual([77_000, 77_001, 77_002]);
  expect(await find("refereeClientName=muller&status=PAID")).toEqual([77_002]);
  expect(await find("orderId=77001")).toEqual([77_001]);
  expect(await find("orderId=7700")).toEqual([77_000, 77_001, 77_002]);
  expect(await find("orderId=99999")).toEqual([]);
  const yesterday = new Date(TEST_NOW - DAY).toISOString().slice(0, 10);
  expect(await find(`dateField=orderPaidDate&from=${yesterday}&to=${yesterday}&referrerClientName=ida`)).toEqual([
    77_001,
  ]);
  expect(await find(`refereeClientId=${client.id}&sort=orderPaidDate.asc`)).toEqual([77_002, 77_001, 77_000]);
  for (const search of ["", "status=CREATED", "referrerClientName=ida", "sort=createdTime.asc"]) {
    const query = commissionsBy(`${search}&size=100`);
    const listed = await findCommissions(staff, query);
    const exported = await exportCommissions(staff, query);
    expect(exported.total).toBe(listed.totalElements);
    expect(await rowsIn(exported.pages)).toEqual(listed.content);
  }
  const beyond = await findCommissions(staff, commissionsBy("referrerClientName=ida&page=9"));
  expect(beyond).toEqual({ content: [], totalElements: 3 });
  for (const search of ["", "status=CREATED", "sort=createdTime.desc"]) {
    const steps = await plansOf(database.binding, (db) =>
      findCommissions({ ...staff, db: db as never }, commissionsBy(search)),
    );
    expect(
      steps.filter((step) => /SCAN commissions(?! USING (COVERING )?INDEX)/.test(step)),
      search,
    ).toEqual([]);
  }
});

test("an affiliate finds only own approved and paid commissions", async () => {
  const { db } = database;
  const [affiliate, other] = [await anAffiliate(db), await anAffiliate(db)];
  await aCommission(db, affiliate, { status: "CREATED" });
  await aCommission(db, affiliate, { status: "PAID" });
  await aCommission(db, affiliate, { status: "APPROVED", voidedAt: TEST_NOW });
  const stranger = await aCustomer(db, { firstName: "Nobody", lastName: "Knows" });
  const byCoupon = await aCommission(db, affiliate, { status: "APPROVED", clientId: stranger.id });
  await aCommission(db, other, { status: "PAID" });
  const ctx = testContext(openDb(database.binding), actingAs(affiliate));
  for (const search of ["", `referrerClientId=${other.id}`, "status=CREATED&status=APPROVED&status=PAID"]) {
    const { content, totalElements } = await findCommissions(ctx, commissionsBy(search));
    expect(content.map(({ status }) => status).sort(), search).toEqual(["APPROVED", "PAID"]);
    expect(totalElements).toBe(2);
    expect(content.find(({ id }) => id === byCoupon.id)?.clientName).toBeNull();
    expect(content.filter(({ clientName }) => clientName !== null)).toHaveLength(1);
  }
  expect((await findCommissions(ctx, commissionsBy("status=CREATED"))).content).toEqual([]);
  // Searching by a hidden client name must not reveal the commission either.
  const [visible] = (await findCommissions(ctx, commissionsBy("status=PAID"))).content;
  const searchByName = (name: string) =>
    findCommissions(ctx, commissionsBy(`refereeClientName=${encodeURIComponent(name)}`));
  expect((await searchByName(visible!.clientName!)).content.map(({ id }) => id)).toContain(visible!.id);
  expect((await searchByName(visible!.clientName!)).content.map(({ id }) => id)).not.toContain(byCoupon.id);
  expect(await searchByName("Nobody Knows")).toEqual({ content: [], totalElements: 0 });
  await expect(exportCommissions(ctx, commissionsBy())).rejects.toThrow(Forbidden);
  await expect(findAffiliates(ctx, listFromUrl(affiliateList, "http://portal.example.com/"))).rejects.toThrow(
    Forbidden,
  );
});

test("the affiliate's page lists own valid approved and paid commissions", async () => {
  const { db } = database;
  const [affiliate, other] = [await anAffiliate(db), await anAffiliate(db)];
  const query = listFromUrl(ownCommissionList, "http://portal.example.com/affiliate");
  const seen = [
    await aCommission(db, affiliate, { status: "APPROVED" }),
    await aCommission(db, affiliate, { status: "PAID" }),
  ];
  await aCommission(db, affiliate, { status: "CREATED" });
  for (const status of ["APPROVED", "PAID"] as const) await aCommission(db, affiliate, { status, voidedAt: TEST_NOW });
  await aCommission(db, other, { status: "PAID" });
  const ctx = testContext(db, actingAs(affiliate));
  const own = await ownCommissions(ctx, query);
  expect(own.content.map(({ id }) => id).sort()).toEqual(seen.map(({ id }) => id).sort());
  expect(own.totalElements).toBe(2);
  for (const actor of [actingAs(await aCustomer(db)), actingAs(member)])
    await expect(ownCommissions(testContext(db, actor), query)).rejects.toThrow(Forbidden);
});

test("a client applies to the programme once; affiliates cannot", async () => {
  const { db } = database;
  const client = await aCustomer(db, { firstName: "Cleo", lastName: "Example" });
  const colleague = await aStaffMember(db, { privileges: "Manager" });
  const ctx = testContext(db, actingAs(client));
  expect(await programmeApplication(ctx)).toBeNull();
  await applyToProgramme(ctx);
  await applyToProgramme(ctx);
  expect(await programmeApplication(ctx)).toBe(TEST_NOW);
  const told = await db.select().from(notifications).where(eq(notifications.userId, colleague.id));
  expect(told.map(({ description }) => description)).toEqual(["Cleo Example applied to the affiliate program"]);
  const affiliate = await aCustomer(db, { affiliate: true, affiliateCode: "APPLY-1" });
  await expect(applyToProgramme(testContext(db, actingAs(affiliate)))).rejects.toThrow(Conflict);
});
