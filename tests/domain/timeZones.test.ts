import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { chooseTimeZone } from "~/domain/accounts/chooseTimeZone";
import { TimeZoneInput } from "~/domain/accounts/timeZoneInput";
import type { ActorUser } from "~/domain/context";
import { dashboard } from "~/domain/dashboard/dashboard";
import { type DashboardRange, daysOf, lastDays, rangeBefore, rangeIn } from "~/domain/dateRange";
import { DAY_MS, dayOf } from "~/domain/days";
import { exportableLists } from "~/domain/exports/exportableLists";
import { findOrders } from "~/domain/orders/findOrders";
import { orderList } from "~/domain/orders/orderList";
import { cardMail } from "~/domain/renewals/cardMail";
import { noticeRenewals } from "~/domain/renewals/noticeRenewals";
import { clientsReport } from "~/domain/reports/clientsReport";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { spreadsheet } from "~/exports/spreadsheet";
import { streamedSheet } from "~/exports/streamedSheet";
import { momentAt } from "~/format/zones";
import { listFromUrl } from "~/list/listFromUrl";
import { history, orders, outbox, refunds, users } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aRefund, aService, aStaffMember } from "../support/factories";
import { randomFrom } from "../support/random";
import { bytesOf, readSheet, timeOfCell } from "../support/readSheet";
import { aStoredSubscription } from "../support/renewals";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";
import { thirtyZones } from "../support/thirtyZones";

const HOUR = 3_600_000;
const EVENING = Date.parse("2026-11-21T20:30:00.000Z");

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.clear());
afterAll(() => database.dispose());

const settingsIn = (timeZone: string) => ({
  ...defaultSettings,
  company: { ...defaultSettings.company, timeZone },
});
const as = (user: ActorUser, agencyZone = "UTC") =>
  testContext(database.db, actingAs(user), { settings: settingsIn(agencyZone) });
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Orders at random moments around both changes of the clocks, one a second before and after each midnight. */
async function ordersAround(zone: string, days: readonly string[], clientId: string) {
  const random = randomFrom(20261121);
  const { service } = await aService(database.db);
  const moments = days.flatMap((day) => {
    const start = momentAt(Date.parse(day), zone);
    return [start - 1000, start, start + random(25 * HOUR), start + 23 * HOUR, start + 24 * HOUR];
  });
  for (const [index, paidAt] of moments.entries()) {
    const order = await anOrder(database.db, {
      clientId,
      serviceId: service.id,
      paidAt,
      createdAt: paidAt,
      total: 100 + index,
    });
    if (index % 4 === 1) await aRefund(database.db, order, { amount: 7, refundedAt: paidAt + 30 * HOUR });
  }
}

const changes = ["2026-03-08", "2026-03-29", "2026-04-05", "2026-09-06", "2026-10-25", "2026-11-01"];

test("the sum of a report equals its days' sum in 30 zones", async () => {
  const [staff, client] = [await aStaffMember(database.db), await aCustomer(database.db)];
  await ordersAround("America/New_York", changes, client.id);
  await ordersAround("Europe/London", changes, client.id);
  for (const zone of thirtyZones)
    for (const [from, to] of [
      ["2026-03-01", "2026-04-10"],
      ["2026-09-01", "2026-11-05"],
    ] as const) {
      const range: DashboardRange = rangeIn({ from: Date.parse(from), to: Date.parse(to) + DAY_MS - 1 }, zone);
      const shown = await dashboard(as(staff), range, zone);
      expect([zone, shown.revenueByDate.map(({ day }) => day)]).toEqual([zone, daysOf(range, zone)]);
      expect([zone, sum(shown.revenueByDate.map(({ revenue }) => revenue))]).toEqual([zone, shown.totalRevenue]);
      expect([zone, sum((await clientsReport(as(staff), range)).map(({ totalRevenue }) => totalRevenue))]).toEqual([
        zone,
        shown.totalRevenue,
      ]);
      const paid = new Map<string, number>();
      const add = (at: number | null, amount: number) =>
        at !== null && paid.set(dayOf(at, zone), (paid.get(dayOf(at, zone)) ?? 0) + amount);
      for (const order of await database.db.select().from(orders)) add(order.paidAt, order.total);
      for (const refund of await database.db.select().from(refunds)) add(refund.refundedAt, -refund.amount);
      expect([zone, shown.revenueByDate.map(({ day, revenue }) => [day, revenue])]).toEqual([
        zone,
        daysOf(range, zone).map((day) => [day, paid.get(day) ?? 0]),
      ]);
    }
});

test("a day of 23 or 25 hours counts once in ranges and comparisons", () => {
  const zone = "America/New_York";
  const now = Date.parse("2026-11-03T15:00:00.000Z");
  const week = lastDays(now, 7, zone);
  expect(daysOf(week, zone)).toHaveLength(7);
  expect((week.to + 1 - week.from) / HOUR).toBe(7 * 24 + 1);
  const before = rangeBefore(week, zone);
  expect(daysOf(before, zone)).toEqual(daysOf(lastDays(now, 7, zone, 7), zone));
});

test("stores a person's zone once, with its history", async () => {
  const person = await aCustomer(database.db);
  await chooseTimeZone(as(person), { timeZone: "Asia/Tokyo" });
  expect(await database.db.select({ zone: users.timeZone }).from(users)).toEqual([{ zone: "Asia/Tokyo" }]);
  expect(
    await database.db.select({ changes: history.changes }).from(history).where(eq(history.entityId, person.id)),
  ).toEqual([{ changes: [{ field: "timeZone", before: null, after: "Asia/Tokyo" }] }]);
  await chooseTimeZone(as({ ...person, timeZone: "Asia/Tokyo" }), {});
  expect(await database.db.select({ zone: users.timeZone }).from(users)).toEqual([{ zone: null }]);
});

test.each(["Mars/Olympus", "+09:00", "Asia/Tokyo'; --", "x".repeat(80)])("refuses the zone %s", (timeZone) => {
  expect(TimeZoneInput.safeParse({ timeZone }).error?.issues.map(({ message }) => message)).toEqual([
    "Choose a time zone from the list",
  ]);
});

test("a list finds rows by the days that its reader sees", async () => {
  const staff = { ...(await aStaffMember(database.db)), timeZone: "Asia/Tokyo" };
  const client = await aCustomer(database.db);
  await anOrder(database.db, { clientId: client.id, createdAt: EVENING });
  const on = async (day: string, zone: string) => {
    const address = `http://x/orders?dateField=createdTime&from=${day}&to=${day}`;
    return (await findOrders(as(staff), listFromUrl(orderList, address, { zone, agencyZone: "UTC" }))).totalElements;
  };
  expect(await on("2026-11-22", "Asia/Tokyo")).toBe(1);
  expect(await on("2026-11-21", "Asia/Tokyo")).toBe(0);
  expect(await on("2026-11-21", "UTC")).toBe(1);
});

test.each([
  ["UTC", "Created Date", "2026-11-21T20:30:00"],
  ["Asia/Tokyo", "Created Date (Asia/Tokyo)", "2026-11-22T05:30:00"],
  ["America/New_York", "Created Date (America/New_York)", "2026-11-21T15:30:00"],
])("an export in %s says its zone in its head", async (timeZone, head, shown) => {
  const staff = { ...(await aStaffMember(database.db)), timeZone };
  const client = await aCustomer(database.db);
  await anOrder(database.db, { clientId: client.id, createdAt: EVENING });
  const open = () => exportableLists.orders.fromSearch(as(staff), new URLSearchParams());
  for (const file of [await spreadsheet(await open()), streamedSheet(await open())]) {
    const [heads, row] = readSheet(await bytesOf(file));
    const column = heads!.findIndex((label) => String(label).startsWith("Created"));
    expect(heads![column]).toBe(head);
    expect(new Date(timeOfCell(row![column])).toISOString().slice(0, 19)).toBe(shown);
  }
});

test("a range of days begins at the agency's midnight", () => {
  const range = { from: Date.parse("2026-11-21"), to: Date.parse("2026-11-22") - 1 };
  expect(rangeIn(range, "Asia/Tokyo")).toEqual({ from: range.from - 9 * HOUR, to: range.to - 9 * HOUR });
  expect(rangeIn({ from: TEST_NOW, to: EVENING }, "Asia/Tokyo")).toEqual({ from: TEST_NOW, to: EVENING });
});

/** 22:30 UTC on the 23rd is the 24th in Tokyo, and the evening of the 23rd in Los Angeles. */
const LATE = Date.parse("2026-11-23T22:30:00.000Z");
const paidBy = { customerId: "cus_1", paymentMethodId: "pm_1" };
const textsOf = async () =>
  (await database.db.select().from(outbox)).map(({ payload }) => (payload as { text?: string }).text);

test.each([
  ["Asia/Tokyo", "November 24, 2026"],
  ["America/Los_Angeles", "November 23, 2026"],
  [null, "November 24, 2026"],
])("a mail about a renewal has the date of its reader in %s", async (timeZone, date) => {
  const { client } = await aStoredSubscription(database.db, {
    startedAt: TEST_NOW - 30 * DAY_MS,
    nextPayment: LATE,
    ...paidBy,
  });
  await database.db.update(users).set({ timeZone }).where(eq(users.id, client.id));
  const system = testContext(database.db, actingSystem, { settings: settingsIn("Europe/Kyiv") });
  await noticeRenewals(system, (error) => {
    throw error;
  });
  expect(await textsOf()).toEqual([expect.stringContaining(`renews on ${date}.`)]);
});

test("a mail of a card link has the date of its reader", async () => {
  const { client, subscription } = await aStoredSubscription(database.db, {
    startedAt: TEST_NOW - 30 * DAY_MS,
    nextPayment: LATE,
    ...paidBy,
  });
  await database.db.update(users).set({ timeZone: "Asia/Tokyo" }).where(eq(users.id, client.id));
  const about = { about: "cardExpiring", subscriptionId: subscription.id, cycle: 2, tryAgainAt: null } as const;
  const mail = await cardMail(testContext(database.db, actingSystem), about);
  expect(mail?.text).toContain("is due on November 24, 2026.");
});
