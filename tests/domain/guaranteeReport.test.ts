import { inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimDeadlines } from "~/domain/claims/claimDeadlines";
import { Forbidden } from "~/domain/errors";
import { guaranteeReport } from "~/domain/reports/guaranteeReport";
import { readReport } from "~/domain/reports/readReport";
import { placements } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { aLiveOrder, DAY, goLive, linkRows, storeCheck } from "../support/guarantee";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

const range = { from: TEST_NOW - DAY, to: TEST_NOW + DAY };

test("counts losses and their cost by service and month of going live", async () => {
  const { db } = database;
  const staff = await aStaffMember(db, { privileges: "SuperAdmin" });
  const client = await aCustomer(db);
  const { orderId, links } = await aLiveOrder(db, { staff, client, count: 4, remedy: "refund" });
  await aLiveOrder(db, { staff, client, guaranteeDays: 0 });
  const system = (now: number) => testContext(db, actingSystem, { now });
  const ids = links.map(({ id }) => id);
  for (const id of ids.slice(0, 3)) {
    await storeCheck(system(TEST_NOW + DAY), id, "missing");
    await storeCheck(system(TEST_NOW + 2 * DAY), id, "missing");
  }
  await storeCheck(system(TEST_NOW + 3 * DAY), ids[0]!, "ok");
  const run = (day: number) =>
    claimDeadlines(system(TEST_NOW + day * DAY), (error) => {
      throw error;
    });
  await run(9);
  const replacement = (await linkRows(db, orderId)).find(({ replacesId }) => replacesId === ids[1])!;
  await goLive(db, staff, [replacement.id], TEST_NOW + 10 * DAY);
  await run(11);
  await run(39);
  const ctx = testContext(db, actingAs(staff), { now: TEST_NOW + 40 * DAY });
  expect(await guaranteeReport(ctx, range)).toMatchObject([
    { month: "2026-11", live: 4, lost: 3, repaired: 1, replaced: 1, refunded: 100_00 },
  ]);
  const report = await readReport(ctx, "guarantee", { range, second: null });
  expect(report.totals.slice(2)).toEqual([4, 3, 0.75, 1, 1, 100_00]);
  expect(report.figures).toMatchObject([
    { label: "Lost", now: 3, before: 0 },
    { label: "Refunded", now: 100_00, before: 0 },
  ]);
  const manager = await aStaffMember(db, { privileges: "Manager" });
  await expect(guaranteeReport(testContext(db, actingAs(manager)), range)).rejects.toThrow(Forbidden);
});

test("names the months of the agency's zone", async () => {
  const { db } = database;
  const staff = await aStaffMember(db, { privileges: "SuperAdmin" });
  const { links } = await aLiveOrder(db, { staff, client: await aCustomer(db) });
  const ctx = testContext(db, actingAs(staff));
  const night = Date.parse("2026-11-30T20:00:00.000Z");
  await db
    .update(placements)
    .set({ liveAt: night })
    .where(
      inArray(
        placements.id,
        links.map(({ id }) => id),
      ),
    );
  const around = { from: night - 1, to: night + 1 };
  const months = async (zone?: string) => (await guaranteeReport(ctx, around, zone)).map(({ month }) => month);
  expect([await months(), await months("Asia/Tokyo")]).toEqual([["2026-11"], ["2026-12"]]);
});
