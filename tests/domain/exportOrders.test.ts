import { eq, type SQL, sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor, ActorUser } from "~/domain/context";
import { exportableLists } from "~/domain/exports/exportableLists";
import { exportOrders, findOrders, type OrderListRow, type OrderQuery } from "~/domain/orders/findOrders";
import { orderList } from "~/domain/orders/orderList";
import { orderStatuses } from "~/domain/orders/orderStates";
import { BUFFERED_ROWS, MAX_EXPORT_ROWS, spreadsheet } from "~/exports/spreadsheet";
import { listFromUrl } from "~/list/listFromUrl";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { EXPORT_PAGE } from "~db/exportList.server";
import { newId } from "~db/ids";
import { orderItems, orders, users } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { bulkService, bulkUser, manyOrders } from "../support/manyOrders";
import { plansOf } from "../support/queryPlans";
import { bytesOf, readSheet, timeOfCell } from "../support/readSheet";
import { actingAs, anonymous, testContext } from "../support/testContext";

const SIZE = { staff: 5, customers: 400, services: 12, orders: 12_000 };

let database: TestDatabase;
let staff: Actor;
beforeAll(async () => {
  database = await openTestDatabase();
  await manyOrders(database, SIZE);
  staff = actingAs(await userRow(bulkUser(1)));
});
afterAll(() => database.dispose());

const userRow = async (id: string) =>
  (await database.db.select().from(users).where(eq(users.id, id)).get()) as unknown as ActorUser;
const queryOf = (search: string) => listFromUrl(orderList, `http://localhost/orders?${search}`) as OrderQuery;

async function exported(search: string, actor = staff, binding = database.binding) {
  const count = newStatementCount();
  const ctx = testContext(openDb(countStatements(binding, count)), actor);
  const { total, pages } = await exportOrders(ctx, queryOf(search));
  const rows: OrderListRow[] = [];
  for await (const page of pages) rows.push(...page);
  return { total, rows, count };
}

const cases: [what: string, search: string, where: SQL | undefined, readsOnly?: "matches"][] = [
  ["everything", "", undefined, "matches"],
  ["everything, oldest first", "sort=createdTime.asc", undefined, "matches"],
  ["one status", "status=Working", sql`status = 'Working'`, "matches"],
  [
    "six statuses",
    orderStatuses
      .slice(1)
      .map((status) => `status=${status}`)
      .join("&"),
    sql`status <> 'Abandoned_Checkout'`,
  ],
  ["unassigned orders", "assignedToAdminId=none", sql`assigned_to_id is null`, "matches"],
  ["one service", `serviceId=${bulkService(3)}`, sql`service_id = ${bulkService(3)}`],
  [
    "too many combinations for the indexes",
    `${orderStatuses
      .slice(1)
      .map((status) => `status=${status}`)
      .join("&")}&${[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `serviceId=${bulkService(n)}`).join("&")}`,
    sql`status <> 'Abandoned_Checkout' and service_id in (select value from json_each(${JSON.stringify([1, 2, 3, 4, 5, 6, 7, 8].map(bulkService))}))`,
  ],
  [
    "a name shared by many",
    "clientName=name1",
    sql`client_id in (select id from users where role = 'CUSTOMER' and first_name_folded like 'name1%')`,
  ],
  ["a unique name", "clientName=name77+example", sql`client_id = ${bulkUser(77)}`],
  [
    "a year of completion",
    "dateField=completedDate&from=2025-01-01&to=2025-12-31",
    sql`completed_at between ${Date.UTC(2025, 0, 1)} and ${Date.UTC(2026, 0, 1) - 1}`,
  ],
  [
    "created in a month",
    "dateField=createdTime&from=2025-03-01&to=2025-03-31",
    sql`created_at between ${Date.UTC(2025, 2, 1)} and ${Date.UTC(2025, 3, 1) - 1}`,
  ],
];

test.each(cases)(
  "%s: exports every match once, in list order, by keyset paging",
  async (_, search, where, readsOnly) => {
    const { total, rows, count } = await exported(search);
    const expected = await database.db.select({ id: orders.id, at: orders.createdAt }).from(orders).where(where);
    const sign = search.includes("asc") ? 1 : -1;
    expected.sort((a, b) => sign * (a.at - b.at || (a.id < b.id ? -1 : 1)));
    expect(rows.map((row) => row.id)).toEqual(expected.map((row) => row.id));
    expect(total).toBe(expected.length);
    expect(count.statements).toBe(1 + Math.floor(expected.length / EXPORT_PAGE) + 1);
    // Three reads a row: order, client, assignee. No page rereads the rows of earlier pages.
    if (readsOnly) expect(count.rowsRead).toBeLessThanOrEqual(3 * expected.length + 100);
  },
);

test("export pages never sort more than one page", async () => {
  for (const [what, search] of cases) {
    let total = 0;
    const steps = await plansOf(database.binding, async (db) => {
      const exported = await exportOrders(testContext(db, staff), queryOf(search));
      total = exported.total;
      for await (const _ of exported.pages);
    });
    if (total <= EXPORT_PAGE) continue;
    const plan = steps.join("\n");
    expect(plan, what).toMatch(/USING (COVERING )?INDEX orders_/);
    expect(plan, what).not.toMatch(/SCAN orders$/m);
    expect(plan, what).not.toMatch(/USE TEMP B-TREE FOR ORDER BY/);
  }
});

test("only staff may export orders", async () => {
  for (const actor of [anonymous, actingAs(await userRow(bulkUser(60)))])
    await expect(exportOrders(testContext(database.db, actor), queryOf(""))).rejects.toThrow();
});

test("a file holds the cells of its rows", async () => {
  const { rows } = await exported("status=Completed");
  const { id, client } = rows[0]!;
  const { packages } = await aService(database.db);
  await database.db.update(orders).set({ couponCode: "SPRING", refunded: 1_50 }).where(eq(orders.id, id));
  for (const [sequence, [packageName, quantity]] of (
    [
      ["Large", 2],
      ["Small", 1],
    ] as const
  ).entries())
    await database.db.insert(orderItems).values({
      id: newId(sequence),
      orderId: id,
      packageId: packages[0]!.id,
      packageName,
      quantity,
      unitPrice: 1_00,
      lineTotal: quantity * 1_00,
      sequence,
    });
  const ctx = testContext(database.db, staff);
  const sheet = await exportableLists.orders.fromSearch(ctx, new URLSearchParams("status=Completed"));
  const cells = readSheet(await bytesOf(await spreadsheet(sheet)));
  expect(cells[0]).toEqual([
    "Service Details",
    "Order ID",
    "Client Name",
    "Amount",
    "Created Date",
    "Completed Date",
    "Assigned",
    "Status",
    "Due Date",
    "Tags",
    "Priority",
    "Email",
    "Company",
    "Packages",
    "Coupon",
    "Refunded",
    "Payment Type",
  ]);
  expect(cells).toHaveLength(rows.length + 1);
  expect(cells[1]).toEqual([
    rows[0]!.serviceName,
    rows[0]!.number,
    rows[0]!.client!.name,
    rows[0]!.total / 100,
    expect.any(Number),
    expect.any(Number),
    rows[0]!.assignedTo?.name ?? "Unassigned",
    "Completed",
    null,
    null,
    "Normal",
    (await userRow(client!.id)).email,
    null,
    "Large × 2; Small × 1",
    "SPRING",
    1.5,
    "One-Time",
  ]);
  expect(timeOfCell(cells[1]![4])).toBe(rows[0]!.createdAt);
});

test("a file shows times as UTC in wide enough columns", async () => {
  const ctx = testContext(database.db, staff);
  const sheet = await exportableLists.orders.fromSearch(ctx, new URLSearchParams("status=Cancelled"));
  const parts = unzipSync(await bytesOf(await spreadsheet(sheet)));
  expect(strFromU8(parts["xl/styles.xml"]!)).toContain('formatCode="yyyy-mm-dd hh:mm:ss \\U\\T\\C"');
  for (const { kind, width } of sheet.columns)
    if (kind === "time") expect(width).toBeGreaterThan("2026-11-21 12:00:00 UTC".length);
});

test("streams a file above the limit at its reader's pace", async () => {
  const ctx = testContext(database.db, staff);
  const sheet = await exportableLists.orders.fromSearch(ctx, new URLSearchParams());
  expect(sheet.total).toBeGreaterThan(BUFFERED_ROWS);
  let read = 0;
  const counted = async function* () {
    for await (const page of sheet.pages) {
      read++;
      yield page;
    }
  };
  const file = await spreadsheet({ ...sheet, pages: counted() });
  expect(read).toBe(1);
  expect(readSheet(await bytesOf(file))).toHaveLength(SIZE.orders + 1);
});

test("refuses more rows than a request can write", async () => {
  const ctx = testContext(database.db, staff);
  const sheet = await exportableLists.orders.fromSearch(ctx, new URLSearchParams());
  await expect(spreadsheet({ ...sheet, total: MAX_EXPORT_ROWS + 1 })).rejects.toThrow(
    "This list has 500,001 rows, and a file holds at most 500,000. Narrow the filter and export again.",
  );
});

test("the largest file needs half of a request's 1,000 statements", () => {
  expect(Math.ceil(MAX_EXPORT_ROWS / EXPORT_PAGE)).toBeLessThan(500);
});

const HOSTILE = [
  '=HYPERLINK("http://example.com","x")',
  "@SUM(A1:A9)",
  "+1",
  "-1",
  "=1+1",
  "\tTab",
  'a & b < c > "d"',
  "_x003D_1",
  "naïve 😀",
  "bad\u0000\u0008end",
];
const SAFE = [...HOSTILE.slice(0, -1), "badend"];

test("writes text as text and strips control characters", async () => {
  const own = await openTestDatabase();
  try {
    const { db } = own;
    for (const [n, name] of HOSTILE.entries()) {
      const client = await aCustomer(db, { firstName: name, lastName: "" });
      await anOrder(db, { clientId: client.id, serviceName: name, createdAt: 1_000 + n });
    }
    const ctx = testContext(db, actingAs(await aStaffMember(db)));
    const sheet = await exportableLists.orders.fromSearch(ctx, new URLSearchParams("sort=createdTime.asc"));
    const rows = readSheet(await bytesOf(await spreadsheet(sheet))).slice(1);
    expect(rows.map((row) => row[0])).toEqual(SAFE);
    expect(rows.map((row) => row[2])).toEqual(SAFE);
  } finally {
    await own.dispose();
  }
});

test("list and export agree at the day's edges", async () => {
  const own = await openTestDatabase();
  try {
    const { db } = own;
    const client = await aCustomer(db);
    const day = Date.UTC(2026, 2, 10);
    const moments = [day - 1, day, day + 43_200_000, day + 86_399_999, day + 86_400_000];
    for (const [n, at] of moments.entries())
      await anOrder(db, {
        clientId: client.id,
        createdAt: at,
        completedAt: at,
        paidAt: at,
        status: "Completed",
        total: 10 ** n + 99,
      });
    const ctx = testContext(db, actingAs(await aStaffMember(db)));
    for (const field of ["createdTime", "completedDate"]) {
      const search = `dateField=${field}&from=2026-03-10&to=2026-03-10`;
      const listed = await findOrders(ctx, queryOf(search));
      const cells = readSheet(
        await bytesOf(await spreadsheet(await exportableLists.orders.fromSearch(ctx, new URLSearchParams(search)))),
      );
      expect(listed.content.map((row) => row.total)).toEqual([1_099, 199, 109]);
      expect(listed.totalElements).toBe(3);
      expect(cells.slice(1).map((row) => Math.round(Number(row[3]) * 100))).toEqual([1_099, 199, 109]);
      // Cells are cut to seconds, so the day's last millisecond stays on that day.
      expect(timeOfCell(cells[1]![4])).toBe(day + 86_399_000);
    }
  } finally {
    await own.dispose();
  }
});
