import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { changeCommissionStatuses } from "~/domain/commissions/changeCommissionStatuses";
import { commissionDetails } from "~/domain/commissions/commissionDetails";
import { commissionList } from "~/domain/commissions/commissionList";
import { findCommissions } from "~/domain/commissions/findCommissions";
import type { ActorUser, Context } from "~/domain/context";
import { Conflict, Forbidden, Invalid, NotFound } from "~/domain/errors";
import { findPayouts, ownPayouts, payoutDetails } from "~/domain/payouts/findPayouts";
import { makePayout } from "~/domain/payouts/makePayout";
import { PayoutForm, payoutChoice } from "~/domain/payouts/payoutInputs";
import { payoutList } from "~/domain/payouts/payoutList";
import { payoutPreview } from "~/domain/payouts/payoutPreview";
import { payoutStatement, statementLineText, statementSheet } from "~/domain/payouts/payoutStatement";
import { spreadsheet } from "~/exports/spreadsheet";
import { listFromUrl } from "~/list/listFromUrl";
import { commissions, history, notifications, payouts } from "~db/schema";
import { beforeBatch } from "../support/beforeBatch";
import { aCommission, anAffiliate } from "../support/commissions";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { overtaken } from "../support/overtaken";
import { readSheet } from "../support/readSheet";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";
import { wrongCounters } from "../support/wrongCounters";

const DAY = 86_400_000;
let database: TestDatabase;
let staff: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  staff = testContext(database.db, actingAs(await aStaffMember(database.db, { privileges: "Manager" })));
});
afterEach(async () => expect(await wrongCounters(database)).toEqual([]));
afterAll(() => database.dispose());

let keys = 0;
const form = (values: object) => PayoutForm.parse({ requestKey: `payout-of-test-${++keys}`, ...values });
const anApproved = (affiliate: ActorUser, amount: number, values: object = {}) =>
  aCommission(database.db, affiliate, { status: "APPROVED", amount, orderPaidAt: TEST_NOW - 40 * DAY, ...values });
const rowOf = async (id: string) => (await database.db.select().from(commissions).where(eq(commissions.id, id)).get())!;
const asUser = (user: ActorUser) => testContext(database.db, actingAs(user));
const choiceOf = (search: string, minimum = 0) => payoutChoice(new URLSearchParams(search), minimum)!;
const searchOf = (rows: { id: string }[]) => rows.map(({ id }) => `commission=${id}`).join("&");

test("pays an affiliate whose account was turned off", async () => {
  const off = await anAffiliate(database.db, { affiliate: false });
  const row = await anApproved(off, 12_00);
  expect(await payoutPreview(staff, choiceOf(searchOf([row])))).toMatchObject({
    total: 12_00,
    shares: [{ affiliateId: off.id, leftOut: null }],
  });
  const id = await makePayout(staff, form({ commission: [row.id], total: 12_00 }));
  expect(await rowOf(row.id)).toMatchObject({ status: "PAID", payoutId: id });
});

test("pays the chosen commissions and their reversals in one payout", async () => {
  const { db } = database;
  const [first, second] = [await anAffiliate(db, { lastName: "Müller" }), await anAffiliate(db)];
  const rows = [await anApproved(first, 10_00), await anApproved(first, 5_50), await anApproved(second, 7_00)];
  const unchosen = await anApproved(first, 99_00);
  const open = await aCommission(db, first, { status: "CREATED" });
  const reversal = await anApproved(first, -2_00, {
    kind: "reversal",
    orderId: rows[0]!.orderId,
    serviceId: rows[0]!.serviceId,
  });
  const preview = await payoutPreview(staff, choiceOf(searchOf([...rows, open])));
  expect(preview).toMatchObject({ total: 20_50, count: 4, more: false });
  expect(preview.shares.map(({ total, earned, takenBack }) => [total, earned, takenBack])).toEqual([
    [13_50, 15_50, -2_00],
    [7_00, 7_00, 0],
  ]);
  const id = await makePayout(
    staff,
    form({ commission: [...rows, open].map((row) => row.id), total: 20_50, note: "Wire 1" }),
  );
  for (const row of [...rows, reversal])
    expect(await rowOf(row.id)).toMatchObject({ status: "PAID", payoutId: id, paidAt: TEST_NOW });
  expect(await rowOf(unchosen.id)).toMatchObject({ status: "APPROVED", payoutId: null });
  expect(await rowOf(open.id)).toMatchObject({ status: "CREATED" });
  expect(await payoutDetails(staff, id)).toMatchObject({
    total: 20_50,
    lines: 4,
    affiliates: 2,
    note: "Wire 1",
    shares: [
      { affiliateId: first.id, lines: 3, total: 13_50 },
      { affiliateId: second.id, lines: 1, total: 7_00 },
    ],
  });
  const listed = await findPayouts(staff, listFromUrl(payoutList, "http://portal.example.com/"));
  expect(listed.content.find((row) => row.id === id)).toMatchObject({ total: 20_50, affiliates: 2 });
  const statement = await payoutStatement(asUser(first), { payoutId: id, affiliateId: first.id });
  expect(statement).toMatchObject({ total: 13_50, affiliate: { name: "Affiliate Müller" }, paidAt: TEST_NOW });
  expect(statement.lines.map(({ amount }) => amount).sort((a, b) => b - a)).toEqual([10_00, 5_50, -2_00]);
  expect(await ownPayouts(asUser(first))).toEqual([
    { id, affiliateId: first.id, createdAt: TEST_NOW, lines: 3, total: 13_50 },
  ]);
  const notified = await db.select().from(notifications).where(eq(notifications.typeSystemId, id));
  expect(notified.map(({ userId }) => userId).sort()).toEqual([first.id, second.id].sort());
  const historyRows = await db.select().from(history).where(eq(history.entityId, rows[0]!.id));
  expect(historyRows.map(({ action }) => action)).toEqual(["Paid out"]);
  const sheet = await readSheet((await spreadsheet(statementSheet(statement))) as Uint8Array<ArrayBuffer>);
  expect(JSON.stringify(sheet)).toContain("Total");
  const lineTexts = statement.lines.map((line) => [line.amount, statementLineText(line)]);
  const share = ({ percent }: { percent: number }) => expect.stringContaining(`${percent / 100}%`);
  expect(lineTexts).toEqual(
    expect.arrayContaining([
      [10_00, share(rows[0]!)],
      [5_50, share(rows[1]!)],
      [-2_00, "Taken back"],
    ]),
  );
});

test("pays each commission once under repeated and concurrent forms", async () => {
  const affiliate = await anAffiliate(database.db);
  const rows = [await anApproved(affiliate, 10_00), await anApproved(affiliate, 20_00)];
  const input = form({ commission: rows.map(({ id }) => id), total: 30_00 });
  const payoutIds = await Promise.all(Array.from({ length: 20 }, () => makePayout(staff, input)));
  expect(new Set(payoutIds).size).toBe(1);
  const others = [await anApproved(affiliate, 1_00), await anApproved(affiliate, 2_00)];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => makePayout(staff, form({ commission: others.map(({ id }) => id), total: 3_00 }))),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === "rejected")
      expect(outcome.reason).toSatisfy((e) => e instanceof Conflict || e instanceof Invalid);
  const paidOut = await database.db.all<{ payouts: number; sum: number }>(
    sql`select count(distinct payout_id) as payouts, sum(amount) as sum from commissions where affiliate_id = ${affiliate.id} and status = 'PAID'`,
  );
  expect(paidOut).toEqual([{ payouts: 2, sum: 33_00 }]);
  const empty = await database.db.all(
    sql`select id from payouts where not exists (select 1 from commissions where payout_id = payouts.id)`,
  );
  expect(empty).toEqual([]);
});

test("returns the same payout when the form is posted concurrently", async () => {
  for (let k = 1, reached = true; reached; k++) {
    const affiliate = await anAffiliate(database.db);
    const input = form({ commission: [(await anApproved(affiliate, 10_00)).id], total: 10_00 });
    let first: string | undefined;
    const late = overtaken(staff, database.binding, k, async () => {
      first = await makePayout(staff, input);
    });
    const payoutId = await makePayout(late.ctx, input);
    reached = late.reached();
    if (reached) expect(payoutId, `round trip ${k}`).toBe(first);
  }
});

test("rejects a total that changed since it was shown", async () => {
  const affiliate = await anAffiliate(database.db);
  const row = await anApproved(affiliate, 10_00);
  await database.db.update(commissions).set({ amount: 5_00, version: 2 }).where(eq(commissions.id, row.id));
  await expect(makePayout(staff, form({ commission: [row.id], total: 10_00 }))).rejects.toThrow(Conflict);
  expect((await rowOf(row.id)).status).toBe("APPROVED");
  // Also if the change follows the last check of the total.
  const overtaken = beforeBatch(staff, 1, () =>
    database.db.update(commissions).set({ amount: 2_00, version: 3 }).where(eq(commissions.id, row.id)),
  );
  await expect(makePayout(overtaken, form({ commission: [row.id], total: 5_00 }))).rejects.toThrow(Conflict);
  expect(await rowOf(row.id)).toMatchObject({ status: "APPROVED", payoutId: null });
});

test("never pays a voided commission", async () => {
  const { db } = database;
  const affiliate = await anAffiliate(db);
  const rows = [await anApproved(affiliate, 10_00), await anApproved(affiliate, 5_00, { voidedAt: TEST_NOW })];
  const preview = await payoutPreview(staff, choiceOf(searchOf(rows)));
  expect(preview).toMatchObject({ total: 10_00, count: 1 });
  const setVoidedAt = (voidedAt: number | null) =>
    db.update(commissions).set({ voidedAt }).where(eq(commissions.id, rows[0]!.id));
  const input = form({ commission: rows.map(({ id }) => id), total: 10_00 });
  const overtaken = beforeBatch(staff, 1, () => setVoidedAt(TEST_NOW));
  await expect(makePayout(overtaken, input)).rejects.toThrow(Conflict);
  expect((await rowOf(rows[0]!.id)).status).toBe("APPROVED");
  await setVoidedAt(null);
  await makePayout(staff, input);
  expect(await Promise.all(rows.map(async ({ id }) => (await rowOf(id)).status))).toEqual(["PAID", "APPROVED"]);
});

test("skips affiliates below the minimum or with nothing left", async () => {
  const { db } = database;
  const [poor, owing, rich] = [await anAffiliate(db), await anAffiliate(db), await anAffiliate(db)];
  const rows = [await anApproved(poor, 9_99), await anApproved(owing, 5_00), await anApproved(rich, 10_00)];
  await anApproved(owing, -6_00, { kind: "reversal", orderId: rows[1]!.orderId, serviceId: rows[1]!.serviceId });
  const preview = await payoutPreview(staff, choiceOf(`${searchOf(rows)}&minimum=10`));
  expect(new Map(preview.shares.map(({ affiliateId, leftOut }) => [affiliateId, leftOut]))).toEqual(
    new Map<string, string | null>([
      [poor.id, "minimum"],
      [owing.id, "nothing"],
      [rich.id, null],
    ]),
  );
  await makePayout(staff, form({ commission: rows.map(({ id }) => id), minimum: "10", total: 10_00 }));
  expect((await rowOf(rows[0]!.id)).status).toBe("APPROVED");
  expect((await rowOf(rows[1]!.id)).status).toBe("APPROVED");
  await expect(makePayout(staff, form({ commission: [rows[0]!.id], minimum: "10", total: 0 }))).rejects.toThrow(
    Invalid,
  );
});

test("selects approved commissions up to and including a day", async () => {
  const affiliate = await anAffiliate(database.db);
  const early = Date.parse("2020-03-05T23:59:59.999Z");
  const rows = [
    await anApproved(affiliate, 1_00, { orderPaidAt: early }),
    await anApproved(affiliate, 2_00, { orderPaidAt: early + 1 }),
  ];
  const { shares } = await payoutPreview(staff, choiceOf("until=2020-03-05"));
  expect(shares.find(({ affiliateId }) => affiliateId === affiliate.id)?.lines.map(({ id }) => id)).toEqual([
    rows[0]!.id,
  ]);
  expect(payoutChoice(new URLSearchParams("until=5.3.2020"), 0)).toBeNull();
  expect(PayoutForm.safeParse({ requestKey: "payout-of-test", total: 0 }).success).toBe(false);
});

test("a reverted commission leaves its payout and can be paid again", async () => {
  const superAdmin = testContext(database.db, actingAs(await aStaffMember(database.db)));
  const affiliate = await anAffiliate(database.db);
  const row = await anApproved(affiliate, 4_00);
  const first = await makePayout(staff, form({ commission: [row.id], total: 4_00 }));
  await changeCommissionStatuses(superAdmin, { commissionIds: [row.id], newStatus: "APPROVED", reason: "It bounced" });
  expect(await rowOf(row.id)).toMatchObject({ status: "APPROVED", payoutId: null, paidAt: null });
  expect(await payoutDetails(staff, first)).toMatchObject({ total: 0, shares: [] });
  const notices = await database.db.select().from(notifications).where(eq(notifications.userId, affiliate.id));
  expect(notices.map(({ description }) => description)).toContain(
    "Your commission of $4.00 is no longer marked as paid and can be part of a later payout",
  );
  const second = await makePayout(staff, form({ commission: [row.id], total: 4_00 }));
  expect(second).not.toBe(first);
});

test("only staff and the affiliate see statements and commissions", async () => {
  const [affiliate, other] = [await anAffiliate(database.db), await anAffiliate(database.db)];
  const row = await anApproved(affiliate, 4_00);
  const hidden = await aCommission(database.db, affiliate, { status: "CREATED" });
  const id = await makePayout(staff, form({ commission: [row.id], total: 4_00 }));
  const statementKey = { payoutId: id, affiliateId: affiliate.id };
  for (const stranger of [other, await aCustomer(database.db)]) {
    await expect(payoutStatement(asUser(stranger), statementKey)).rejects.toThrow(NotFound);
    await expect(payoutStatement(asUser(stranger), { ...statementKey, affiliateId: stranger.id })).rejects.toThrow(
      NotFound,
    );
    await expect(commissionDetails(asUser(stranger), row.id)).rejects.toThrow(NotFound);
    await expect(payoutDetails(asUser(stranger), id)).rejects.toThrow(Forbidden);
    await expect(makePayout(asUser(stranger), form({ commission: [row.id], total: 4_00 }))).rejects.toThrow(Forbidden);
  }
  expect(await commissionDetails(asUser(affiliate), row.id)).toMatchObject({ payoutId: id, amount: 4_00 });
  await expect(commissionDetails(asUser(affiliate), hidden.id)).rejects.toThrow(NotFound);
  expect(await commissionDetails(staff, hidden.id)).toMatchObject({ status: "CREATED" });
  expect(await ownPayouts(asUser(other))).toEqual([]);
  const own = await findCommissions(asUser(affiliate), listFromUrl(commissionList, "http://portal.example.com/"));
  expect(own.content.map((row) => row.id)).toEqual([row.id]);
  expect(await database.db.select().from(payouts).where(eq(payouts.id, id))).toHaveLength(1);
});
