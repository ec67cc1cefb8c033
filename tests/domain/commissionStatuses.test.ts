import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { programmeSettings, saveProgramme } from "~/domain/affiliates/affiliateProgramme";
import { ProgrammeInput } from "~/domain/affiliates/programmeInput";
import { approveHeldCommissions, changeCommissionStatuses } from "~/domain/commissions/changeCommissionStatuses";
import { ChangeCommissionsInput, changedMessage, type SkipReason } from "~/domain/commissions/commissionInputs";
import { type CommissionStatus, commissionStatuses } from "~/domain/commissions/commissionStates";
import type { ActorUser } from "~/domain/context";
import { Conflict, Forbidden } from "~/domain/errors";
import { affiliateProgramme, commissions, history } from "~db/schema";
import { aCommission, anAffiliate } from "../support/commissions";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";

const DAY = 86_400_000;
const LONG_AGO = TEST_NOW - 31 * DAY;

let database: TestDatabase;
let people: Record<"Manager" | "Admin" | "SuperAdmin", ActorUser>;
let affiliate: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  affiliate = await anAffiliate(db);
  people = {
    Manager: await aStaffMember(db, { privileges: "Manager" }),
    Admin: await aStaffMember(db, { privileges: "Admin" }),
    SuperAdmin: await aStaffMember(db),
  };
});
afterAll(() => database.dispose());
beforeEach(() =>
  database.db.update(affiliateProgramme).set({ holdingDays: 30, autoApprove: false, minimumPayout: 0, version: 1 }),
);
const ctxOf = (user: ActorUser, now = TEST_NOW) => testContext(database.db, actingAs(user), { now });
const change = (user: ActorUser, ids: string[], newStatus: CommissionStatus, reason = "") =>
  changeCommissionStatuses(ctxOf(user), { commissionIds: ids, newStatus, reason });
const rowOf = async (id: string) => (await database.db.select().from(commissions).where(eq(commissions.id, id)).get())!;
const historyOf = (id: string) =>
  database.db
    .select()
    .from(history)
    .where(and(eq(history.entity, "commission"), eq(history.entityId, id)));
const an = (status: CommissionStatus, values: Parameters<typeof aCommission>[2] = {}) =>
  aCommission(database.db, affiliate, { status, orderPaidAt: LONG_AGO, ...values });

const rank = { CREATED: 0, APPROVED: 1, PAID: 2 };
const cases = (["Manager", "Admin", "SuperAdmin"] as const).flatMap((privilege) =>
  commissionStatuses.flatMap((from) =>
    commissionStatuses.flatMap((to) => ["", "Paid twice"].map((reason) => ({ privilege, from, to, reason }))),
  ),
);

test.each(cases)("$privilege: $from to $to, reason '$reason'", async ({ privilege, from, to, reason }) => {
  const back = rank[to] < rank[from];
  const skipped: SkipReason | null =
    from === to ? "same" : !back ? null : privilege !== "SuperAdmin" ? "backward" : reason ? null : "noReason";
  const { id } = await an(from);
  const before = await rowOf(id);
  const outcome = await change(people[privilege], [id], to, reason);
  const after = await rowOf(id);
  if (skipped) {
    expect(outcome).toEqual({ updated: 0, skipped: { [skipped]: 1 } });
    expect(after).toEqual(before);
    expect(await historyOf(id)).toEqual([]);
    return;
  }
  expect(outcome).toEqual({ updated: 1, skipped: {} });
  expect(after).toMatchObject({
    status: to,
    version: before.version + 1,
    approvedAt: to === "CREATED" ? null : TEST_NOW,
    paidAt: to === "PAID" ? TEST_NOW : null,
  });
  const [entry, ...others] = await historyOf(id);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ action: "Commission status changed", actorId: people[privilege].id });
  expect(entry?.changes).toEqual([
    { field: "status", before: from, after: to },
    ...(reason ? [{ field: "reason", before: null, after: reason }] : []),
  ]);
});

test("blocks CREATED commissions until the holding period has ended", async () => {
  const early = await an("CREATED", { orderPaidAt: TEST_NOW - 30 * DAY + 1 });
  const ripe = await an("CREATED", { orderPaidAt: TEST_NOW - 30 * DAY });
  expect(await change(people.Admin, [early.id, ripe.id], "PAID")).toEqual({ updated: 1, skipped: { holding: 1 } });
  expect((await rowOf(early.id)).status).toBe("CREATED");
  await database.db.update(affiliateProgramme).set({ holdingDays: 0 });
  expect(await change(people.Admin, [early.id], "APPROVED")).toEqual({ updated: 1, skipped: {} });
});

test("skips and counts unfit commissions and updates the others", async () => {
  const ready = [await an("CREATED"), await an("CREATED")];
  const others = [
    await an("CREATED", { voidedAt: TEST_NOW }),
    await an("CREATED", { orderPaidAt: TEST_NOW }),
    await an("APPROVED"),
    await an("PAID"),
  ];
  const ids = [...ready, ...others, ready[0]!].map(({ id }) => id);
  const outcome = await change(people.Manager, [...ids, "NOBODY"], "APPROVED");
  expect(outcome).toEqual({ updated: 2, skipped: { missing: 1, voided: 1, same: 1, holding: 1, backward: 1 } });
  expect(changedMessage(outcome, "APPROVED")).toBe(
    "Updated successfully. 2 updated, 5 skipped: 1 not found, 1 void, 1 already Approved, 1 still in the holding period, 1 already further along, which only a super admin can reverse",
  );
  expect(changedMessage({ updated: 3, skipped: {} }, "PAID")).toBe("Updated successfully");
  expect(changedMessage({ updated: 0, skipped: { noReason: 2 } }, "CREATED")).toBe(
    "Nothing was updated. 0 updated, 2 skipped: 2 already further along, which needs a reason to reverse",
  );
});

test("ten concurrent changes update a commission once", async () => {
  const { id } = await an("CREATED");
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => change(people.Admin, [id], "APPROVED")));
  expect(outcomes.filter(({ updated }) => updated === 1)).toHaveLength(1);
  expect(await historyOf(id)).toHaveLength(1);
  expect((await rowOf(id)).version).toBe(2);
});

test("only staff may change statuses, at most 500 per call", async () => {
  const { id } = await an("CREATED");
  await expect(change(affiliate, [id], "PAID")).rejects.toThrow(Forbidden);
  const many = Array.from({ length: 501 }, (_, n) => `ID${n}`);
  expect(ChangeCommissionsInput.safeParse({ commissionIds: many, newStatus: "PAID" }).success).toBe(false);
  expect(await change(people.Admin, many.slice(1), "PAID")).toEqual({ updated: 0, skipped: { missing: 500 } });
});

test("auto-approves only ripe, valid, unflagged commissions when enabled", async () => {
  const ripe = await an("CREATED", { orderPaidAt: TEST_NOW - 30 * DAY });
  const others = [
    await an("CREATED", { orderPaidAt: TEST_NOW - 30 * DAY + 1 }),
    await an("CREATED", { selfReferral: "ownEmail" }),
    await an("CREATED", { voidedAt: TEST_NOW }),
  ];
  const run = () => approveHeldCommissions(testContext(database.db, actingSystem));
  expect(await run()).toEqual({ done: 0, failed: 0 });
  await database.db.update(affiliateProgramme).set({ autoApprove: true });
  await run();
  expect(await run()).toEqual({ done: 0, failed: 0 });
  expect((await rowOf(ripe.id)).status).toBe("APPROVED");
  for (const { id } of others) expect((await rowOf(id)).status).toBe("CREATED");
  expect((await historyOf(ripe.id))[0]).toMatchObject({ actorId: "test" });
});

test("seniors save versioned settings; invalid numbers are rejected", async () => {
  const ctx = ctxOf(people.Admin);
  const form = (values: object = {}) => ({ version: 1, holdingDays: "14", minimumPayout: "25.50", ...values });
  await expect(saveProgramme(ctxOf(people.Manager), ProgrammeInput.parse(form()))).rejects.toThrow(Forbidden);
  await saveProgramme(ctx, ProgrammeInput.parse(form({ autoApprove: true })));
  expect(await programmeSettings(ctxOf(people.Manager))).toEqual({
    holdingDays: 14,
    autoApprove: true,
    minimumPayout: 25_50,
    version: 2,
    defaultPercent: 0,
    defaultFirstTime: false,
    defaultPerpetual: true,
  });
  await expect(saveProgramme(ctx, ProgrammeInput.parse(form()))).rejects.toThrow(Conflict);
  for (const values of [
    { holdingDays: "-1" },
    { holdingDays: "366" },
    { holdingDays: "2.5" },
    { holdingDays: "" },
    { minimumPayout: "1.005" },
    { minimumPayout: "-3" },
  ])
    expect(ProgrammeInput.safeParse(form(values)).success, JSON.stringify(values)).toBe(false);
});

test("status counters match the stored commissions", async () => {
  const counted = await database.db.all(
    sql`select status, count(*) as count from commissions group by status order by status`,
  );
  expect(
    await database.db.all(sql`select status, count from commission_counters where count > 0 order by status`),
  ).toEqual(counted);
});
