import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { type Dashboard, dashboard } from "~/domain/dashboard/dashboard";
import { commonRanges, DashboardQuery, type DashboardRange, defaultRange } from "~/domain/dateRange";
import { exportableLists } from "~/domain/exports/exportableLists";
import { findOrders } from "~/domain/orders/findOrders";
import { orderStatuses, unpaidStatuses } from "~/domain/orders/orderStates";
import { spreadsheet } from "~/exports/spreadsheet";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { orders, refunds } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aRefund, aService, aStaffMember } from "../support/factories";
import { manyOrders } from "../support/manyOrders";
import { plansOf } from "../support/queryPlans";
import { bytesOf, readSheet } from "../support/readSheet";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.clear());
afterAll(() => database.dispose());

const at = (text: string) => Date.parse(text);
const days = (from: string, to: string): DashboardRange => ({
  from: at(`${from}T00:00:00.000Z`),
  to: at(`${to}T23:59:59.999Z`),
});
const query = (fromDate?: string, toDate?: string) => DashboardQuery.safeParse({ fromDate, toDate });
const asStaff = async (privileges: "SuperAdmin" | "Admin" | "Manager" = "SuperAdmin") =>
  testContext(database.db, actingAs(await aStaffMember(database.db, { privileges })));
const revenueOf = (shown: Dashboard, day: string) => shown.revenueByDate.find((entry) => entry.day === day)?.revenue;

test("shows the last seven days by default, every day listed", async () => {
  const shown = await dashboard(await asStaff(), null);
  expect(shown.range).toEqual(days("2026-11-15", "2026-11-21"));
  expect(shown.before).toEqual(days("2026-11-08", "2026-11-14"));
  expect(shown.revenueByDate.map(({ day }) => day)).toEqual(
    ["15", "16", "17", "18", "19", "20", "21"].map((day) => `2026-11-${day}`),
  );
  expect(shown.orderCount).toEqual({
    total: 0,
    byStatus: Object.fromEntries(orderStatuses.map((status) => [status, 0])),
  });
  expect([shown.totalRevenue, shown.revenueBefore]).toEqual([0, 0]);
  expect([shown.revenueByClients, shown.revenueByAdmins, shown.comparedClients, shown.refundOrders]).toEqual([
    [],
    [],
    [],
    [],
  ]);
});

test("counts the day's first and last millisecond; list and export agree", async () => {
  const { db } = database;
  const ctx = await asStaff();
  const client = await aCustomer(db);
  const { service } = await aService(db);
  const edges: [string, number][] = [
    ["2026-11-14T23:59:59.999Z", 1_01],
    ["2026-11-15T00:00:00.000Z", 10_03],
    ["2026-11-15T23:59:59.999Z", 100_07],
    ["2026-11-16T00:00:00.000Z", 1000_11],
  ];
  for (const [moment, total] of edges)
    await anOrder(db, {
      clientId: client.id,
      serviceId: service.id,
      total,
      status: "Completed",
      createdAt: at(moment),
      paidAt: at(moment),
      completedAt: at(moment),
    });
  const oneDay = days("2026-11-15", "2026-11-15");
  const shown = await dashboard(ctx, oneDay);
  expect(shown.revenueByDate).toEqual([{ day: "2026-11-15", revenue: 110_10 }]);
  expect([shown.totalRevenue, shown.revenueBefore]).toEqual([110_10, 1_01]);
  expect(revenueOf(await dashboard(ctx, days("2026-11-10", "2026-11-16")), "2026-11-16")).toBe(1000_11);
  for (const key of ["createdTime", "completedDate"] as const) {
    const listed = await findOrders(ctx, {
      page: 0,
      pageSize: 100,
      filters: [{ key, operation: "btn", ...oneDay }],
      sort: { by: "createdTime", direction: "desc" },
    });
    expect(listed.content.reduce((sum, order) => sum + order.total, 0)).toBe(shown.totalRevenue);
    expect(listed.totalElements).toBe(shown.orderCount.total);
    const address = new URLSearchParams({ dateField: key, from: "2026-11-15", to: "2026-11-15" });
    const sheet = readSheet(await bytesOf(await spreadsheet(await exportableLists.orders.fromSearch(ctx, address))));
    const amounts = sheet.slice(1).map((row) => Math.round(Number(row[3]) * 100));
    expect([amounts.length, amounts.reduce((sum, amount) => sum + amount, 0)]).toEqual([2, shown.totalRevenue]);
  }
});

test("subtracts succeeded refunds on their own day", async () => {
  const { db } = database;
  const ctx = await asStaff();
  const client = await aCustomer(db, { firstName: "Cleo" });
  const member = await aStaffMember(db, { firstName: "Mia", privileges: "Manager" });
  const order = await anOrder(db, {
    clientId: client.id,
    assignedToId: member.id,
    total: 250_50,
    paidAt: at("2026-11-01T10:00:00.000Z"),
  });
  await aRefund(db, order, { amount: 50_25, refundedAt: at("2026-11-20T00:00:00.000Z") });
  await aRefund(db, order, { amount: 20_00, refundedAt: at("2026-11-20T23:59:59.999Z") });
  await aRefund(db, order, { amount: 7_00, refundedAt: null, state: "pending" });
  await aRefund(db, order, { amount: 9_00, refundedAt: at("2026-11-20T12:00:00.000Z"), state: "failed" });
  const week = await dashboard(ctx, days("2026-11-15", "2026-11-21"));
  expect(revenueOf(week, "2026-11-20")).toBe(-70_25);
  expect(week.totalRevenue).toBe(-70_25);
  // Nothing was sold this week, but the comparison shows the change.
  expect([week.revenueByClients, week.revenueByAdmins]).toEqual([[], []]);
  expect(week.comparedClients).toEqual([{ id: client.id, name: "Cleo Example", revenue: -70_25, revenueBefore: 0 }]);
  expect(week.refundOrders).toEqual([
    {
      id: order.id,
      number: order.number,
      clientName: "Cleo Example",
      total: 250_50,
      refunded: 70_25,
      status: "Active",
    },
  ]);
  const month = await dashboard(ctx, days("2026-11-01", "2026-11-30"));
  expect(month.totalRevenue).toBe(180_25);
  expect(month.revenueByAdmins).toEqual([{ id: member.id, name: "Mia Example", revenue: 180_25 }]);
});

test("counts unpaid orders, but only paid ones as revenue", async () => {
  const { db } = database;
  const ctx = await asStaff();
  const client = await aCustomer(db);
  const { service } = await aService(db);
  const values = { clientId: client.id, serviceId: service.id };
  for (const status of unpaidStatuses) {
    await anOrder(db, { ...values, status, payState: "unpaid", paidAt: null });
    // The rules forbid this combination; its total still must not count as revenue.
    await anOrder(db, { ...values, status });
  }
  await anOrder(db, { ...values, status: "Cancelled", payState: "unpaid", paidAt: null });
  const cancelled = await anOrder(db, { ...values, status: "Cancelled", total: 12_34 });
  const shown = await dashboard(ctx, null);
  expect(shown.totalRevenue).toBe(12_34);
  expect(shown.refundOrders.map(({ id, refunded }) => [id, refunded])).toEqual([[cancelled.id, 0]]);
  expect(shown.orderCount.total).toBe(6);
  expect(shown.orderCount.byStatus).toMatchObject({ Abandoned_Checkout: 2, Payment_Failed: 2, Cancelled: 2 });
});

test("lists the top five; Managers see neither agents nor the comparison", async () => {
  const { db } = database;
  const { service } = await aService(db);
  const member = await aStaffMember(db);
  const clients: ActorUser[] = [];
  for (let n = 1; n <= 7; n++) {
    const client = await aCustomer(db, { firstName: `Client${n}` });
    clients.push(client);
    const order = { clientId: client.id, serviceId: service.id, assignedToId: member.id };
    await anOrder(db, { ...order, total: n * 100, status: "Cancelled" });
    await anOrder(db, { ...order, total: (8 - n) * 150, paidAt: TEST_NOW - 8 * 86_400_000 });
  }
  const senior = await dashboard(await asStaff("Admin"), null);
  expect(senior.revenueByClients.map(({ name, revenue }) => [name, revenue])).toEqual(
    [7, 6, 5, 4, 3].map((n) => [`Client${n} Example`, n * 100]),
  );
  expect(senior.comparedClients?.map(({ name, revenue, revenueBefore }) => [name, revenue - revenueBefore])).toEqual([
    ["Client1 Example", -950],
    ["Client2 Example", -700],
    ["Client7 Example", 550],
    ["Client3 Example", -450],
    ["Client6 Example", 300],
  ]);
  expect(senior.revenueByAdmins).toEqual([{ id: member.id, name: "Staff Example", revenue: 28_00 }]);
  expect(senior.refundOrders.map(({ total }) => total)).toEqual([700, 600, 500, 400, 300]);
  const manager = await dashboard(await asStaff("Manager"), null);
  expect([manager.revenueByAdmins, manager.comparedClients]).toEqual([null, null]);
  expect(manager.revenueByClients).toEqual(senior.revenueByClients);
  expect(manager.totalRevenue).toBe(senior.totalRevenue);
});

test("customers and visitors are refused", async () => {
  const customer = actingAs(await aCustomer(database.db));
  await expect(dashboard(testContext(database.db, customer), null)).rejects.toThrow("You are not allowed to do this");
  await expect(dashboard(testContext(database.db, anonymous), null)).rejects.toThrow("Please sign in");
});

test("accepts ordered ranges of at most three months", () => {
  const refused = (fromDate?: string, toDate?: string) => {
    const { error } = query(fromDate, toDate);
    return error?.issues.map((issue) => [issue.path[0], issue.message]);
  };
  expect(query().data).toBeNull();
  expect(query("", "").data).toBeNull();
  expect(query("2026-01-01", "2026-03-31").data).toEqual(days("2026-01-01", "2026-03-31"));
  expect(query("2026-11-15T10:00:00.000Z", "2026-11-15T12:00:00+02:00").data).toEqual({
    from: at("2026-11-15T10:00:00.000Z"),
    to: at("2026-11-15T10:00:00.000Z"),
  });
  // The day three months after the start is inside the range.
  expect(query("2026-01-01", "2026-04-01").success).toBe(true);
  expect(query("2026-08-21T15:00:00.000Z", "2026-11-22T14:59:59.999Z").success).toBe(true);
  const tooLong = [["toDate", "Choose a range of at most 3 months"]];
  expect(refused("2026-01-01", "2026-04-02")).toEqual(tooLong);
  expect(refused("2026-08-21T15:00:00.000Z", "2026-11-22T15:00:00.000Z")).toEqual(tooLong);
  expect(refused("2025-01-01", "2026-01-01")).toEqual(tooLong);
  expect(refused("2026-01-02", "2026-01-01")).toEqual([["toDate", "The end cannot be before the start"]]);
  expect(refused("2026-01-01")).toEqual([["toDate", "Choose a date"]]);
  expect(refused(undefined, "2026-01-01")).toEqual([["fromDate", "Choose a date"]]);
  for (const text of ["yesterday", "2026-02-31", "2026-13-01", "1", "21/11/2026"])
    expect(refused(text, "2026-03-01")).toEqual([["fromDate", "Choose a date"]]);
});

test("every common range is a valid range on any day of the year", () => {
  for (let day = 0; day < 366; day++) {
    const now = TEST_NOW + day * 86_400_000;
    for (const { label, range } of commonRanges(now, "UTC")) {
      const [from, to] = [range.from, range.to].map((ms) => new Date(ms).toISOString().slice(0, 10));
      expect(query(from, to).data, `${label} on ${new Date(now).toISOString()}`).toEqual(range);
    }
  }
  expect(commonRanges(TEST_NOW, "UTC").map(({ range }) => new Date(range.from).toISOString().slice(0, 10))).toEqual([
    "2026-11-15",
    "2026-10-23",
    "2026-11-01",
    "2026-08-22",
  ]);
  expect(commonRanges(TEST_NOW, "UTC")[0]?.range).toEqual(defaultRange(TEST_NOW, "UTC"));
});

test("matches plain sums over many orders in one round trip, by index", async () => {
  await manyOrders(database, { staff: 5, customers: 300, services: 12, orders: 4_000 });
  const { binding, db } = database;
  await binding
    .prepare(
      "update orders set paid_at = created_at + 977 * (number % 90), pay_state = 'paid' where status not in ('Abandoned_Checkout', 'Payment_Failed')",
    )
    .run();
  await binding
    .prepare(
      `insert into refunds (id, order_id, account, amount, source, state, created_by_id, created_at, refunded_at)
       select 'R' || id, id, 'regular', total / 3, 'portal', iif(number % 2 = 0, 'succeeded', 'failed'), 'x', paid_at, paid_at + 864000000
       from orders where paid_at is not null and number % 9 = 4`,
    )
    .run();
  const range = days("2025-03-01", "2025-05-31");
  const before = { from: 2 * range.from - range.to - 1, to: range.from - 1 };
  const [allOrders, allRefunds] = await Promise.all([db.select().from(orders), db.select().from(refunds)]);
  const isIn = (moment: number | null, { from, to }: DashboardRange) =>
    moment !== null && moment >= from && moment <= to;
  const money = [
    ...allOrders.map((order) => ({ at: order.paidAt, amount: order.total, order })),
    ...allRefunds
      .filter(({ state }) => state === "succeeded")
      .map(({ refundedAt, amount, orderId }) => ({
        at: refundedAt,
        amount: -amount,
        order: allOrders.find(({ id }) => id === orderId)!,
      })),
  ];
  const revenue = (within: DashboardRange, matches: (movement: (typeof money)[number]) => boolean = () => true) =>
    money
      .filter((movement) => isIn(movement.at, within) && matches(movement))
      .reduce((sum, { amount }) => sum + amount, 0);

  const count = newStatementCount();
  const staff = actingAs(await aStaffMember(db));
  const shown = await dashboard(testContext(openDb(countStatements(binding, count)), staff), range);
  expect(count).toMatchObject({ statements: 2, roundTrips: 1 });
  expect(shown.totalRevenue).toBe(revenue(range));
  expect(shown.revenueBefore).toBe(revenue(before));
  expect(shown.revenueByDate).toHaveLength(92);
  for (const { day, revenue: shownRevenue } of shown.revenueByDate)
    expect(shownRevenue, day).toBe(revenue(days(day, day)));
  const by = (ids: (string | null)[], idOf: (movement: (typeof money)[number]) => string | null) =>
    [...new Set(ids)]
      .filter((id): id is string => id !== null)
      .map((id) => ({ id, revenue: revenue(range, (movement) => idOf(movement) === id) }))
      .sort((a, b) => b.revenue - a.revenue || (a.id < b.id ? -1 : 1))
      .slice(0, 5);
  const ids = (list: { id: string; revenue: number }[] | null) =>
    list?.map(({ id, revenue: own }) => ({ id, revenue: own }));
  expect(ids(shown.revenueByClients)).toEqual(
    by(
      allOrders.map(({ clientId }) => clientId),
      ({ order }) => order.clientId,
    ),
  );
  expect(ids(shown.revenueByAdmins)).toEqual(
    by(
      allOrders.map(({ assignedToId }) => assignedToId),
      ({ order }) => order.assignedToId,
    ),
  );
  for (const status of orderStatuses)
    expect(shown.orderCount.byStatus[status]).toBe(
      allOrders.filter((order) => order.status === status && isIn(order.createdAt, range)).length,
    );
  expect(shown.refundOrders).toHaveLength(5);

  const steps = await plansOf(binding, (db) => dashboard(testContext(db, staff), range));
  expect(steps.length).toBeGreaterThan(10);
  // Scanning intermediate results is fine; scanning a table is not.
  expect(steps.filter((step) => /^SCAN (orders|refunds|users|o|r)\b/.test(step))).toEqual([]);
  const paid = steps.filter((step) => step.includes("orders_paid"));
  expect(paid[0]).toMatch(/^SEARCH orders USING COVERING INDEX orders_paid \(paid_at>\? AND paid_at<\?\)/);
  expect(
    steps.filter((step) => /^SEARCH orders /.test(step) && !/orders_paid|COVERING INDEX orders_status/.test(step)),
  ).toEqual([]);
});

test("revenue follows an order to its new client", async () => {
  const { db } = database;
  const ctx = await asStaff();
  const [first, second] = [await aCustomer(db), await aCustomer(db)];
  const order = await anOrder(db, { clientId: first.id });
  await aRefund(db, order, { amount: 40_00, refundedAt: TEST_NOW });
  await db.update(orders).set({ clientId: second.id }).where(eq(orders.id, order.id));
  const shown = await dashboard(ctx, null);
  expect(shown.revenueByClients.map(({ id, revenue }) => [id, revenue])).toEqual([[second.id, 60_00]]);
});
