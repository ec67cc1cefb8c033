import { isNotNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { affiliateList } from "~/domain/affiliates/affiliateList";
import { affiliateSheet } from "~/domain/affiliates/affiliateSheet";
import { findAffiliates } from "~/domain/affiliates/findAffiliates";
import { commissionList } from "~/domain/commissions/commissionList";
import { commissionSheet } from "~/domain/commissions/commissionSheet";
import { findCommissions } from "~/domain/commissions/findCommissions";
import { type ActorUser, agencyZone, readerZone, zonesOf } from "~/domain/context";
import { dashboard } from "~/domain/dashboard/dashboard";
import type { DashboardRange } from "~/domain/dateRange";
import { DAY_MS, dayOf } from "~/domain/days";
import { Forbidden, Invalid } from "~/domain/errors";
import { exportableLists } from "~/domain/exports/exportableLists";
import { findOrders } from "~/domain/orders/findOrders";
import { orderList } from "~/domain/orders/orderList";
import { orderSheet } from "~/domain/orders/orderSheet";
import { type OrderStatus, unpaidStatuses } from "~/domain/orders/orderStates";
import { agentsReport } from "~/domain/reports/agentsReport";
import { clientsReport } from "~/domain/reports/clientsReport";
import { comparisonReport } from "~/domain/reports/comparisonReport";
import { newClientsReport } from "~/domain/reports/newClientsReport";
import { readReport } from "~/domain/reports/readReport";
import { comparedRanges, ReportQuery, rangesIn, reportRange } from "~/domain/reports/reportRange";
import { reportTypes } from "~/domain/reports/reportTypes";
import { readReportSort, sortReport } from "~/domain/reports/sortReport";
import { subscriptionsReport } from "~/domain/reports/subscriptionsReport";
import { spreadsheet } from "~/exports/spreadsheet";
import { rangesOf } from "~/features/reports/reportTables.server";
import { wallTime } from "~/format/zones";
import type { CellValue, Sheet, SheetHead } from "~/list/defineSheet";
import { listFromUrl } from "~/list/listFromUrl";
import { newId } from "~db/ids";
import { billingCycles, orders, refunds, subscriptions, users } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aRefund, aService, aStaffMember } from "../support/factories";
import { plansOf } from "../support/queryPlans";
import { randomFrom } from "../support/random";
import { bytesOf, readSheet, timeOfCell } from "../support/readSheet";
import { openSeededStack, type SeedStack } from "../support/seedStack";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";
import { thirtyZones } from "../support/thirtyZones";
import { TEST_SEED } from "../support/tier";

/** Random cases of each property. */
const CASES = 50;

/** What a cell keeps of a value: amounts in dollars, times in whole seconds of the zone, nothing for no text. */
function cellOf(kind: SheetHead["kind"], value: CellValue, zone: string): string | number | null {
  if (value === null || value === "") return null;
  if (kind === "cents") return Number(value) / 100;
  return kind === "time" ? Math.floor(wallTime(Number(value), zone) / 1000) * 1000 : value;
}
const trimmed = (row: readonly unknown[]) => {
  const cells = row.map((cell) => cell ?? null);
  while (cells.length > 0 && cells.at(-1) === null) cells.pop();
  return cells;
};
/** The rows of a sheet's file without their head, with times in ms. */
async function writtenRows(sheet: Sheet): Promise<unknown[][]> {
  const [, ...rows] = readSheet(await bytesOf(await spreadsheet(sheet)));
  return rows.map((row) =>
    trimmed(row.map((cell, at) => (sheet.columns[at]?.kind === "time" && cell !== null ? timeOfCell(cell) : cell))),
  );
}

const at = (text: string) => Date.parse(text);
const days = (from: string, to: string): DashboardRange => ({
  from: at(`${from}T00:00:00.000Z`),
  to: at(`${to}T23:59:59.999Z`),
});
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

describe("on single rows", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterEach(() => database.clear());
  afterAll(() => database.dispose());
  const as = (user: ActorUser) => testContext(database.db, actingAs(user));

  test("uses default ranges and rejects incomplete or reversed ones", () => {
    const ctx = { now: TEST_NOW };
    expect(reportRange(ctx, null)).toEqual(days("2026-11-15", "2026-11-21"));
    expect(comparedRanges(ctx, { range: null, second: null })).toEqual({
      range: days("2026-11-07", "2026-11-13"),
      second: days("2026-11-15", "2026-11-21"),
    });
    const messagesOf = (query: object) => {
      const { error } = ReportQuery.safeParse(query);
      return (error?.issues ?? []).map(({ path, message }) => [path.join("."), message]);
    };
    expect(ReportQuery.parse({ fromDate: "2020-01-01", toDate: "2026-01-01" }).range).toEqual(
      days("2020-01-01", "2026-01-01"),
    );
    expect(messagesOf({ fromDate: "2026-01-01" })).toEqual([["toDate", "Choose a date"]]);
    expect(messagesOf({ fromDate: "soon", toDate: "2026-01-01" })).toEqual([["fromDate", "Choose a date"]]);
    expect(messagesOf({ fromDate1: "2026-01-02", toDate1: "2026-01-01" })).toEqual([
      ["toDate1", "The end cannot be before the start"],
    ]);
  });

  test("agent and client reports count paid orders and refunds by date", async () => {
    const { db } = database;
    const admin = await aStaffMember(db, { firstName: "Ada", privileges: "Admin" });
    const mia = await aStaffMember(db, { firstName: "Mia", privileges: "Manager" });
    const cleo = await aCustomer(db, { firstName: "Cleo", email: "cleo@example.com", userStatus: "ACTIVE" });
    const noor = await aCustomer(db, { firstName: "Noor", email: "noor@example.com" });
    const { service } = await aService(db);
    const order = (values: Partial<typeof orders.$inferInsert> & { clientId: string }) =>
      anOrder(db, { serviceId: service.id, ...values });
    const old = await order({
      clientId: cleo.id,
      total: 50_00,
      paidAt: at("2026-10-01T00:00:00Z"),
      assignedToId: mia.id,
    });
    await order({ clientId: cleo.id, total: 100_10, paidAt: at("2026-11-15T00:00:00.000Z"), assignedToId: mia.id });
    await order({ clientId: cleo.id, total: 20_05, paidAt: at("2026-11-18T00:00:00Z"), assignedToId: admin.id });
    await order({ clientId: noor.id, total: 70_00, paidAt: at("2026-11-21T23:59:59.999Z") });
    // One order after the range, one never paid.
    await order({ clientId: noor.id, total: 9_99, paidAt: at("2026-11-22T00:00:00.000Z"), assignedToId: mia.id });
    await order({ clientId: noor.id, status: "Payment_Failed", paidAt: null, payState: "unpaid" });
    await aRefund(db, old, { amount: 30_00, refundedAt: at("2026-11-16T10:00:00Z") });
    await aRefund(db, old, { amount: 5_00, refundedAt: at("2026-11-16T10:00:00Z"), state: "failed" });
    const ctx = as(admin);
    expect(await agentsReport(ctx, null)).toEqual([
      {
        agentId: mia.id,
        agentName: "Mia Example",
        clientsCount: 1,
        ordersCount: 1,
        newRevenue: 0,
        totalRevenue: 70_10,
      },
      { agentId: null, agentName: null, clientsCount: 1, ordersCount: 1, newRevenue: 70_00, totalRevenue: 70_00 },
      {
        agentId: admin.id,
        agentName: "Ada Example",
        clientsCount: 1,
        ordersCount: 1,
        newRevenue: 0,
        totalRevenue: 20_05,
      },
    ]);
    const cleoLine = {
      clientId: cleo.id,
      clientName: "Cleo Example",
      clientEmail: "cleo@example.com",
      agentName: "Ada Example",
      clientStatus: "ACTIVE",
      ordersCount: 2,
      totalRevenue: 90_15,
      lastPaymentDate: at("2026-11-18T00:00:00Z"),
    };
    const noorLine = {
      clientId: noor.id,
      clientName: "Noor Example",
      clientEmail: "noor@example.com",
      agentName: null,
      clientStatus: "LEAD",
      ordersCount: 1,
      totalRevenue: 70_00,
      // The latest payment overall, even after the range.
      lastPaymentDate: at("2026-11-22T00:00:00.000Z"),
    };
    expect(await clientsReport(ctx, null)).toMatchObject([cleoLine, noorLine]);
    expect(await newClientsReport(ctx, null)).toMatchObject([noorLine]);
    const compared = await comparisonReport(ctx, { range: days("2026-09-01", "2026-10-31"), second: null });
    expect(compared).toMatchObject([
      { clientId: cleo.id, ordersCount: 1, totalRevenue: 50_00, ordersCount1: 2, totalRevenue1: 90_15 },
      { clientId: noor.id, ordersCount: 0, totalRevenue: 0, ordersCount1: 1, totalRevenue1: 70_00 },
    ]);
  });

  test("only senior staff read reports; exports reject invalid ranges", async () => {
    const { db } = database;
    for (const user of [await aStaffMember(db, { privileges: "Manager" }), await aCustomer(db)]) {
      const ctx = as(user);
      for (const read of [agentsReport, clientsReport, newClientsReport, subscriptionsReport])
        await expect(read(ctx, null)).rejects.toThrow(Forbidden);
      await expect(comparisonReport(ctx, { range: null, second: null })).rejects.toThrow(Forbidden);
      for (const type of reportTypes)
        await expect(exportableLists[`report-${type}`].fromSearch(ctx, new URLSearchParams())).rejects.toThrow(
          Forbidden,
        );
    }
    const ctx = as(await aStaffMember(db));
    const refused = exportableLists["report-agents"].fromSearch(ctx, new URLSearchParams({ fromDate: "2026-01-01" }));
    await expect(refused).rejects.toThrow(new Invalid("Please provide a valid date range to export data"));
  });

  test("an export of emptied dates is refused with the fixed text", async () => {
    const ctx = as(await aStaffMember(database.db));
    const dates = { fromDate: "2026-11-01", toDate: "2026-11-02", fromDate1: "2026-11-03", toDate1: "2026-11-04" };
    for (const emptied of [
      { fromDate: "", toDate: "" },
      { ...dates, toDate: "" },
      { ...dates, fromDate1: "", toDate1: "" },
    ])
      await expect(
        exportableLists["report-clients-comparison"].fromSearch(ctx, new URLSearchParams(emptied)),
      ).rejects.toThrow(new Invalid("Please provide a valid date range to export data"));
  });

  test("a report's file and its sheet are named after the range", async () => {
    const ctx = as(await aStaffMember(database.db));
    const open = (kind: "report-agents" | "report-clients-comparison", dates: Record<string, string>) =>
      exportableLists[kind].fromSearch(ctx, new URLSearchParams(dates));
    const first = { fromDate: "2026-10-01", toDate: "2026-10-31" };
    expect(await open("report-agents", first)).toMatchObject({
      name: "Report-agents-2026-10-01-to-2026-10-31",
      tab: "2026-10-01 to 2026-10-31",
    });
    const compared = await open("report-clients-comparison", {
      ...first,
      fromDate1: "2026-11-01",
      toDate1: "2026-11-21",
    });
    expect(compared).toMatchObject({
      name: "Report-clients-comparison-2026-10-01-to-2026-10-31-2026-11-01-to-2026-11-21",
      tab: "261001-261031 vs 261101-261121",
    });
    expect(compared.tab!.length).toBeLessThanOrEqual(31);
  });

  test("a report compares its figures with the period before", async () => {
    const { db } = database;
    const ctx = as(await aStaffMember(db));
    const cleo = await aCustomer(db, { firstName: "Cleo" });
    const noor = await aCustomer(db, { firstName: "Noor" });
    const pay = (clientId: string, total: number, day: string) =>
      anOrder(db, { clientId, total, paidAt: at(`${day}T12:00:00Z`) });
    await pay(cleo.id, 100_00, "2026-11-10");
    await pay(noor.id, 60_00, "2026-11-10");
    await pay(cleo.id, 150_00, "2026-11-16");
    const requested = { range: days("2026-11-15", "2026-11-21"), second: null };
    const report = await readReport(ctx, "clients", requested);
    expect(report.before).toEqual(days("2026-11-08", "2026-11-14"));
    expect(report.figures).toEqual([
      { label: "Revenue", kind: "cents", now: 150_00, before: 160_00 },
      { label: "Orders", kind: "number", now: 1, before: 2 },
      { label: "Clients", kind: "number", now: 1, before: 2 },
    ]);
    const cellOf = (key: string) => report.rows[0]!.values[report.columns.findIndex((column) => column.key === key)];
    expect(["previousRevenue", "change", "changePercent"].map(cellOf)).toEqual([100_00, 50_00, 0.5]);
  });

  test("sorts a report by a column and keeps empty values last", () => {
    const rows = [{ values: ["b", 1] }, { values: [null, 3] }, { values: ["A", 2] }];
    const keys = ["name", "count"];
    const sorted = (text: string) => sortReport(rows, keys, readReportSort(text, keys)).map(({ values }) => values[1]);
    expect(["name.asc", "name.desc", "count.desc", "other.asc"].map(sorted)).toEqual([
      [2, 1, 3],
      [1, 2, 3],
      [3, 2, 1],
      [1, 3, 2],
    ]);
  });

  test("the subscription report shows monthly revenue, churn and recovery", async () => {
    const { db } = database;
    const ctx = as(await aStaffMember(db));
    const client = await aCustomer(db);
    const { service } = await aService(db, { name: "Links" });
    const subscribe = async (values: Partial<typeof subscriptions.$inferInsert>) => {
      const order = await anOrder(db, { clientId: client.id, serviceId: service.id });
      const [row] = await db
        .insert(subscriptions)
        .values({
          id: newId(TEST_NOW),
          clientId: client.id,
          serviceId: service.id,
          serviceName: service.name,
          initialOrderId: order.id,
          account: "regular",
          customerId: "cus",
          paymentMethodId: "pm",
          status: "Active",
          renewalAmount: 120_00,
          orderDuration: 1,
          frequency: "MONTH",
          anchorDay: 1,
          previousPayment: TEST_NOW,
          nextPayment: TEST_NOW,
          createdAt: at("2026-01-01T00:00:00Z"),
          ...values,
        })
        .returning();
      return row!;
    };
    const monthly = await subscribe({});
    await subscribe({ orderDuration: 3 });
    await subscribe({ frequency: "WEEK", renewalAmount: 30_00, createdAt: at("2026-11-16T00:00:00Z") });
    await subscribe({ status: "Cancelled", cancelledAt: at("2026-11-17T00:00:00Z") });
    await subscribe({ status: "Cancelled", cancelledAt: at("2026-05-01T00:00:00Z") });
    const cycle = (values: Partial<typeof billingCycles.$inferInsert>) =>
      db.insert(billingCycles).values({
        subscriptionId: monthly.id,
        cycle: 2,
        origin: "schedule",
        account: "regular",
        amount: 120_00,
        dueAt: TEST_NOW,
        createdAt: TEST_NOW,
        state: "paid",
        paidAt: at("2026-11-20T00:00:00Z"),
        ...values,
      });
    await cycle({ lastFailure: "Your card was declined." });
    await cycle({ cycle: 3 });
    await cycle({ cycle: 4, lastFailure: "Your card was declined.", state: "failed", paidAt: null });
    await cycle({ cycle: 5, lastFailure: "Your card was declined.", paidAt: at("2026-11-14T23:59:59.999Z") });
    expect(await subscriptionsReport(ctx, null)).toEqual([
      {
        serviceId: service.id,
        serviceName: "Links",
        atStart: 3,
        atEnd: 3,
        began: 1,
        ended: 1,
        lost: 1,
        // 120 + 40 + 120, and 120 + 40 + 30 x 52 / 12.
        monthlyAtStart: 280_00,
        monthlyAtEnd: 290_00,
        monthlyLost: 120_00,
        recoveredCount: 1,
        recoveredAmount: 120_00,
      },
    ]);
  });

  test("reports read orders, refunds and client payments by index", async () => {
    const { db, binding } = database;
    const ctx = as(await aStaffMember(db));
    const order = await anOrder(db, { clientId: (await aCustomer(db)).id });
    await aRefund(db, order, { amount: 1_00 });
    const steps: string[] = [];
    for (const read of [agentsReport, clientsReport, newClientsReport])
      steps.push(...(await plansOf(binding, (spied) => read({ ...ctx, db: spied }, null))));
    expect(steps.some((step) => step.includes("orders_client_paid"))).toBe(true);
    expect(steps.some((step) => step.includes("INDEX orders_paid"))).toBe(true);
    expect(steps.filter((step) => /^SCAN (orders|o|refunds|r|users)\b/.test(step))).toEqual([]);
  });
});

describe("on seeded data", () => {
  let stack: SeedStack;
  let ctx: ReturnType<typeof testContext>;
  let admin: ActorUser;
  beforeAll(async () => {
    stack = await openSeededStack();
    const all = await stack.db.select().from(users);
    admin = all.find(({ email }) => email === "admin@example.com")!;
    ctx = testContext(stack.db, actingAs(admin));
  }, 240_000);
  afterAll(() => stack?.dispose());

  test("reports, dashboard, list and export agree on random ranges", async () => {
    const random = randomFrom(TEST_SEED);
    // Read the list page by page; the export must hold the same orders.
    const listed: { id: string; number: number; total: number; status: OrderStatus }[] = [];
    for (let page = 0; ; page++) {
      const { content, totalElements } = await findOrders(ctx, {
        page,
        pageSize: 100,
        filters: [],
        sort: { by: "createdTime", direction: "desc" },
      });
      listed.push(...content);
      if (listed.length >= totalElements) break;
    }
    const sheet = readSheet(
      await bytesOf(await spreadsheet(await exportableLists.orders.fromSearch(ctx, new URLSearchParams()))),
    );
    const exported = new Map(sheet.slice(1).map((row) => [Number(row[1]), Math.round(Number(row[3]) * 100)]));
    expect(listed.map(({ number, total }) => [number, total])).toEqual(
      listed.map(({ number }) => [number, exported.get(number)]),
    );
    const paid = new Map(
      (
        await stack.db.select({ id: orders.id, paidAt: orders.paidAt }).from(orders).where(isNotNull(orders.paidAt))
      ).map(({ id, paidAt }) => [id, paidAt!]),
    );
    const succeededRefunds = (await stack.db.select().from(refunds)).filter(
      ({ state: refundState }) => refundState === "succeeded",
    );
    const expected = ({ from, to }: DashboardRange) =>
      sum(
        listed
          .filter(({ id, status }) => !unpaidStatuses.some((unpaid) => unpaid === status) && paid.has(id))
          .filter(({ id }) => paid.get(id)! >= from && paid.get(id)! <= to)
          .map(({ total }) => total),
      ) -
      sum(
        succeededRefunds
          .filter(({ refundedAt }) => refundedAt! >= from && refundedAt! <= to)
          .map(({ amount }) => amount),
      );

    for (let round = 0; round < 25; round++) {
      const first = dayOf(TEST_NOW - random(125) * DAY_MS);
      const range = days(first, dayOf(Math.min(TEST_NOW, at(first) + random(85) * DAY_MS)));
      const second = days(dayOf(TEST_NOW - (30 + random(90)) * DAY_MS), dayOf(TEST_NOW - random(30) * DAY_MS));
      const [shown, agents, clients, newClients, compared] = await Promise.all([
        dashboard(ctx, range),
        agentsReport(ctx, range),
        clientsReport(ctx, range),
        newClientsReport(ctx, range),
        comparisonReport(ctx, { range, second }),
      ]);
      const label = `seed ${TEST_SEED}, ${dayOf(range.from)} to ${dayOf(range.to)}`;
      const total = expected(range);
      expect([label, shown.totalRevenue]).toEqual([label, total]);
      expect([label, sum(agents.map((line) => line.totalRevenue))]).toEqual([label, total]);
      expect([label, sum(clients.map((line) => line.totalRevenue))]).toEqual([label, total]);
      expect([label, sum(compared.map((line) => line.totalRevenue))]).toEqual([label, total]);
      expect([label, sum(compared.map((line) => line.totalRevenue1))]).toEqual([label, expected(second)]);
      // Agents' new revenue equals the revenue of new clients.
      expect([label, sum(agents.map((line) => line.newRevenue))]).toEqual([
        label,
        sum(newClients.map((line) => line.totalRevenue)),
      ]);
      // The dashboard shows the first five lines of the report.
      const earners = shown.revenueByClients.map(({ id, revenue }) => [id, revenue]);
      const byId = new Map(clients.map((line) => [line.clientId, line.totalRevenue]));
      expect([label, earners]).toEqual([label, earners.map(([id]) => [id, byId.get(String(id))])]);
      const sheetOfReport = readSheet(
        await bytesOf(
          await spreadsheet(
            await exportableLists["report-clients"].fromSearch(
              ctx,
              new URLSearchParams({ fromDate: dayOf(range.from), toDate: dayOf(range.to) }),
            ),
          ),
        ),
      );
      expect([label, sum(sheetOfReport.slice(1).map((row) => Math.round(Number(row[6] ?? 0) * 100)))]).toEqual([
        label,
        total,
      ]);
    }
  });

  /** The same person where the agency and the reader live in random zones. */
  function abroad(next: (limit: number) => number) {
    const [agency, own] = [0, 0].map(() => thirtyZones[next(thirtyZones.length)]!);
    const { settings } = ctx;
    return testContext(stack.db, actingAs({ ...admin, timeZone: own! }), {
      settings: { ...settings, company: { ...settings.company, timeZone: agency! } },
    });
  }

  test("report files hold the range, rows and order of the screen", async () => {
    const next = randomFrom(TEST_SEED);
    for (let round = 0; round < CASES; round++) {
      const type = reportTypes[round % reportTypes.length]!;
      const reader = abroad(next);
      const zone = agencyZone(reader);
      const day = () => dayOf(TEST_NOW - next(125) * DAY_MS);
      const [fromDate, toDate] = [day(), day()].sort();
      const [fromDate1, toDate1] = [day(), day()].sort();
      // What the pickers hold, applied or not: the button posts their form.
      const pickers = new URLSearchParams({
        fromDate: fromDate!,
        toDate: toDate!,
        fromDate1: fromDate1!,
        toDate1: toDate1!,
      });
      const query = ReportQuery.safeParse(Object.fromEntries(pickers));
      const ranges = rangesIn(query.data!, zone);
      const keys = (await readReport(reader, type, ranges, { sort: null }, zone)).columns.map(({ key }) => key);
      const sort = next(3) > 0 ? `${keys[next(keys.length)]}.${next(2) ? "asc" : "desc"}` : "";
      const screen = rangesOf(reader, type, pickers, query);
      const shown = await readReport(reader, type, ranges, { sort }, zone);
      pickers.set("sort", sort);
      const sheet = await exportableLists[`report-${type}`].fromSearch(reader, pickers);
      const shownRanges = [screen.first, screen.second].flatMap((range) => range ?? []);
      const label = `${type} ${pickers} in ${zone}`;
      expect([label, sheet.name]).toEqual([
        label,
        [`Report-${type}`, ...shownRanges.map(({ from, to }) => `${from}-to-${to}`)].join("-"),
      ]);
      expect([label, sheet.columns.map((column) => column.label)]).toEqual([
        label,
        shown.columns.map((column) => column.label),
      ]);
      expect([label, await writtenRows(sheet)]).toEqual([
        label,
        shown.rows.map(({ values }) =>
          trimmed(values.map((value, column) => cellOf(shown.columns[column]!.kind, value, zone))),
        ),
      ]);
    }
  });

  test("list files hold the rows, numbers and order of the pages", async () => {
    const next = randomFrom(TEST_SEED);
    const pick = <T>(values: readonly T[]) => values[next(values.length)]!;
    const names = ["a", "ar", "example", "e", "No one"];
    const day = () => dayOf(TEST_NOW - next(125) * DAY_MS);
    const lists = [
      {
        kind: "orders",
        list: orderList,
        find: findOrders,
        columns: orderSheet,
        filters: () => ({ clientName: pick(names), status: pick(["Working", "Active", "Completed"]) }),
        dateField: "createdTime",
      },
      {
        kind: "commissions",
        list: commissionList,
        find: findCommissions,
        columns: commissionSheet,
        filters: () => ({ refereeClientName: pick(names), status: pick(["CREATED", "APPROVED", "PAID"]) }),
        dateField: "orderPaidDate",
      },
      {
        kind: "affiliates",
        list: affiliateList,
        find: findAffiliates,
        columns: affiliateSheet,
        filters: () => ({ name: pick(names), email: pick(names) }),
        dateField: "signedUpDate",
      },
    ] as const;
    for (let round = 0; round < CASES; round++) {
      const { kind, list, find, columns, filters, dateField } = lists[round % lists.length]!;
      const reader = abroad(next);
      const search = new URLSearchParams({ sort: `${pick(list.sorts)}.${pick(["asc", "desc"])}` });
      for (const [key, value] of Object.entries(filters())) if (next(2)) search.set(key, value);
      if (next(2)) {
        const [from, to] = [day(), day()].sort();
        for (const [key, value] of Object.entries({ dateField, from: from!, to: to! })) search.set(key, value);
      }
      const query = listFromUrl(list as never, `${reader.siteUrl}/?${search}`, zonesOf(reader));
      const shown: CellValue[][] = [];
      for (let page = 0; ; page++) {
        const { content, totalElements } = await find(reader, { ...query, page, pageSize: 100 } as never);
        for (const row of content) shown.push(columns.map((column) => column.value(row as never)));
        if (shown.length >= totalElements) break;
      }
      const label = `${kind} ${search} in ${readerZone(reader)}`;
      const sheet = await exportableLists[kind].fromSearch(reader, search);
      // A file of orders has more columns than their page.
      const written = (await writtenRows(sheet)).map((row) => trimmed(row.slice(0, columns.length)));
      expect([label, written]).toEqual([
        label,
        shown.map((row) => trimmed(row.map((value, at) => cellOf(columns[at]!.kind, value, readerZone(reader))))),
      ]);
    }
  });
});
