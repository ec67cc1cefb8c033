import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor, ActorUser } from "~/domain/context";
import { findOrders, type OrderQuery } from "~/domain/orders/findOrders";
import { orderList } from "~/domain/orders/orderList";
import { type OrderStatus, orderStatuses } from "~/domain/orders/orderStates";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { listFromUrl } from "~/list/listFromUrl";
import { BadFilter } from "~/list/readFilter";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { orderCounters, orders, users } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { bulkService, bulkUser, manyOrders } from "../support/manyOrders";
import { plansOf } from "../support/queryPlans";
import { actingAs, anonymous, testContext } from "../support/testContext";

const SIZE = { staff: 5, customers: 400, services: 12, orders: 10_000 };

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

const body = (filterFields: unknown[] = [], rest: object = {}) =>
  listFromBody(orderList, pagedRequest.parse({ filterFields, ...rest })) as OrderQuery;

async function measured(actor: Actor, query: OrderQuery) {
  const count = newStatementCount();
  const page = await findOrders(testContext(openDb(countStatements(database.binding, count)), actor), query);
  return { ...page, ...count };
}

/** The expected page, computed from the plainest query. */
async function expected(where: SQL | undefined, query: OrderQuery) {
  const rows = await database.db.select({ id: orders.id, at: orders.createdAt }).from(orders).where(where);
  const sign = query.sort.direction === "asc" ? 1 : -1;
  rows.sort((a, b) => sign * (a.at - b.at || (a.id < b.id ? -1 : 1)));
  const start = query.page * query.pageSize;
  return { ids: rows.slice(start, start + query.pageSize).map((row) => row.id), total: rows.length };
}

const someStatuses = ["Active", "Working", "Completed"] as const;
const day = (text: string) => Date.parse(`${text}T00:00:00.000Z`);
const between = (key: string, from: string, to: string) => ({
  key,
  searchOperation: "btn",
  value: `${from}T00:00:00.000Z`,
  toValue: `${to}T23:59:59.999Z`,
});
const inRange = (column: typeof orders.createdAt | typeof orders.completedAt, from: string, to: string) =>
  sql`${column} between ${day(from)} and ${day(to) + 86_399_999}`;

const cases: {
  name: string;
  filters: unknown[];
  where: SQL | undefined;
  counted?: true;
  selected?: number;
  merged?: number;
}[] = [
  { name: "everything", filters: [], where: undefined, counted: true },
  {
    name: "one status",
    filters: [{ key: "status", searchOperation: "in", value: ["Working"] }],
    where: eq(orders.status, "Working"),
    counted: true,
  },
  {
    name: "one status by eq",
    filters: [{ key: "status", searchOperation: "eq", value: "Cancelled" }],
    where: eq(orders.status, "Cancelled"),
    counted: true,
  },
  {
    name: "three statuses",
    filters: [{ key: "status", searchOperation: "in", value: someStatuses }],
    where: inArray(orders.status, [...someStatuses]),
    counted: true,
    selected: 3,
  },
  {
    name: "one client",
    filters: [{ key: "clientId", searchOperation: "eq", value: bulkUser(50) }],
    where: eq(orders.clientId, bulkUser(50)),
    counted: true,
  },
  {
    name: "an unknown client named like the counters' scope 'all'",
    filters: [{ key: "clientId", searchOperation: "eq", value: "all" }],
    where: eq(orders.clientId, "all"),
    counted: true,
  },
  {
    name: "one client and two statuses",
    filters: [
      { key: "clientId", searchOperation: "eq", value: bulkUser(50) },
      { key: "status", searchOperation: "in", value: ["Active", "Completed"] },
    ],
    where: and(eq(orders.clientId, bulkUser(50)), inArray(orders.status, ["Active", "Completed"])),
    counted: true,
  },
  {
    name: "order id",
    filters: [{ key: "orderId", searchOperation: "eq", value: "10482" }],
    where: eq(orders.number, 10482),
  },
  {
    name: "one service",
    filters: [{ key: "serviceId", searchOperation: "in", value: [bulkService(3)] }],
    where: eq(orders.serviceId, bulkService(3)),
    // Its index continues with the status.
    merged: orderStatuses.length,
  },
  {
    name: "three services",
    filters: [{ key: "serviceId", searchOperation: "in", value: [bulkService(3), bulkService(4), bulkService(5)] }],
    where: inArray(orders.serviceId, [3, 4, 5].map(bulkService)),
    selected: 3,
    merged: 3 * orderStatuses.length,
  },
  {
    name: "unassigned orders",
    filters: [{ key: "assignedToAdminId", searchOperation: "isnull" }],
    where: isNull(orders.assignedToId),
  },
  {
    name: "two assignees",
    filters: [{ key: "assignedToAdminId", searchOperation: "in", value: [bulkUser(2), bulkUser(3)] }],
    where: inArray(orders.assignedToId, [2, 3].map(bulkUser)),
    selected: 2,
    merged: 2 * orderStatuses.length,
  },
  {
    name: "my open work",
    filters: [
      { key: "assignedToAdminId", searchOperation: "in", value: [bulkUser(2)] },
      { key: "status", searchOperation: "in", value: ["Active", "Working"] },
    ],
    where: and(eq(orders.assignedToId, bulkUser(2)), inArray(orders.status, ["Active", "Working"])),
    selected: 2,
  },
  {
    name: "one service at work",
    filters: [
      { key: "serviceId", searchOperation: "in", value: [bulkService(3)] },
      { key: "status", searchOperation: "in", value: ["Working"] },
    ],
    where: and(eq(orders.serviceId, bulkService(3)), eq(orders.status, "Working")),
  },
  {
    name: "created in a month",
    filters: [between("createdTime", "2025-03-01", "2025-03-31")],
    where: inRange(orders.createdAt, "2025-03-01", "2025-03-31"),
  },
  {
    name: "completed in a week",
    filters: [between("completedDate", "2025-03-01", "2025-03-07")],
    where: inRange(orders.completedAt, "2025-03-01", "2025-03-07"),
    selected: 7,
  },
];

test.each(cases)(
  "$name: matches the reference in one round trip",
  async ({ filters, where, counted, selected = 0, merged = selected }) => {
    for (const rest of [
      { pageSize: 5 },
      { pageSize: 10 },
      { pageSize: 25, sortDirection: "asc" },
      { pageSize: 10, page: 2 },
    ]) {
      const query = body(filters, rest);
      const page = await measured(staff, query);
      const reference = await expected(where, query);
      expect(page.content.map((row) => row.id)).toEqual(reference.ids);
      expect(page.totalElements).toBe(reference.total);
      expect(page.roundTrips).toBe(1);
      // Rows skipped by the offset are read by index; each merged index range costs a few lookups, and at least one
      // where more ranges are merged than values chosen.
      const skipped = query.page * query.pageSize;
      const lookups = query.pageSize === 5 ? 3 * merged : merged - selected;
      expect(page.rowsRead).toBeLessThanOrEqual(
        (counted ? 0 : reference.total) + 4 * query.pageSize + skipped + lookups,
      );
    }
  },
);

test("applies all filters together", async () => {
  const query = body([
    { key: "status", searchOperation: "in", value: [...orderStatuses] },
    { key: "serviceId", searchOperation: "in", value: Array.from({ length: 12 }, (_, n) => bulkService(n + 1)) },
    { key: "assignedToAdminId", searchOperation: "in", value: [bulkUser(1), bulkUser(2)] },
    between("completedDate", "2025-01-01", "2025-12-31"),
    between("createdTime", "2025-02-01", "2025-10-31"),
  ]);
  const page = await measured(staff, query);
  const reference = await expected(
    and(
      inArray(orders.assignedToId, [1, 2].map(bulkUser)),
      inRange(orders.completedAt, "2025-01-01", "2025-12-31"),
      inRange(orders.createdAt, "2025-02-01", "2025-10-31"),
    ),
    query,
  );
  expect(reference.total).toBeGreaterThan(100);
  expect({ ids: page.content.map((row) => row.id), total: page.totalElements }).toEqual(reference);
});

test("merges six statuses in two levels; all seven are no filter", async () => {
  for (const statuses of [orderStatuses.slice(1), orderStatuses]) {
    const query = body([{ key: "status", searchOperation: "in", value: statuses }], { pageSize: 25, page: 1 });
    const page = await measured(staff, query);
    const reference = await expected(inArray(orders.status, [...statuses]), query);
    expect({ ids: page.content.map((row) => row.id), total: page.totalElements }).toEqual(reference);
    expect(page.rowsRead).toBeLessThanOrEqual(7 * query.pageSize);
  }
});

test("finds a client's orders by parts of the name", async () => {
  const query = body([{ key: "clientName", searchOperation: "like", value: "NAME77 exa" }]);
  const page = await measured(staff, query);
  const reference = await expected(eq(orders.clientId, bulkUser(77)), query);
  expect({ ids: page.content.map((row) => row.id), total: page.totalElements }).toEqual(reference);
  expect(page.content[0]?.client).toEqual({ id: bulkUser(77), name: "Name77 Example" });
  expect(page.roundTrips).toBe(1);
  expect(page.rowsRead).toBeLessThanOrEqual(4 * reference.total + 4 * query.pageSize);

  const several = body([{ key: "clientName", searchOperation: "like", value: "name7" }], { pageSize: 100, page: 1 });
  const many = await measured(staff, several);
  const matchesName = sql`${orders.clientId} in (select id from users where role = 'CUSTOMER' and first_name_folded like 'name7%')`;
  expect({ ids: many.content.map((row) => row.id), total: many.totalElements }).toEqual(
    await expected(matchesName, several),
  );
});

test("answers an empty page for unmatched names and pages past the end", async () => {
  for (const value of ["nobody at all", "x".repeat(200), "%", "_"]) {
    const query = body([{ key: "clientName", searchOperation: "like", value }]);
    expect(await findOrders(testContext(database.db, staff), query)).toEqual({ content: [], totalElements: 0 });
  }
  // The name is cut to the filter's limit; dropping the filter would show everything.
  const pasted = listFromUrl(orderList, `http://localhost/orders?clientName=${"x".repeat(300)}`);
  expect(pasted.filters).toEqual([{ key: "clientName", operation: "like", value: "x".repeat(200) }]);
  const typed = listFromUrl(orderList, "http://localhost/orders?orderId=10425%20or%201");
  expect(await findOrders(testContext(database.db, staff), typed)).toEqual({ content: [], totalElements: 0 });
  const past = await findOrders(testContext(database.db, staff), body([], { page: 100_000 }));
  expect(past).toEqual({ content: [], totalElements: SIZE.orders });
  const byName = body([{ key: "clientName", searchOperation: "like", value: "name77" }], { page: 50 });
  const answer = await findOrders(testContext(database.db, staff), byName);
  expect(answer.content).toEqual([]);
  expect(answer.totalElements).toBeGreaterThan(0);
});

test("shows a customer only own orders, whatever the filters", async () => {
  const customer = actingAs(await userRow(bulkUser(60)));
  const own = eq(orders.clientId, bulkUser(60));
  for (const [filters, where] of [
    [[], own],
    [[{ key: "clientId", searchOperation: "eq", value: bulkUser(61) }], own],
    [[{ key: "status", searchOperation: "in", value: ["Active"] }], and(own, eq(orders.status, "Active"))],
    // Customers have no filter by client.
    [[{ key: "clientName", searchOperation: "like", value: "name61" }], own],
    [[{ key: "orderId", searchOperation: "eq", value: "10001" }], and(own, eq(orders.number, 10001))],
  ] as [unknown[], SQL][]) {
    for (const pageSize of [5, 10]) {
      const query = body(filters, { pageSize });
      const page = await measured(customer, query);
      const reference = await expected(where, query);
      expect({ ids: page.content.map((row) => row.id), total: page.totalElements }).toEqual(reference);
      expect(page.content.every((row) => row.client === null)).toBe(true);
      expect(page.rowsRead).toBeLessThanOrEqual(4 * pageSize);
    }
  }
  await expect(findOrders(testContext(database.db, anonymous), body())).rejects.toThrow("Please sign in");
});

test("cached queries keep each actor's orders separate", async () => {
  const people: [Actor, SQL | undefined][] = [[staff, undefined]];
  for (const n of [60, 61, 62]) people.push([actingAs(await userRow(bulkUser(n))), eq(orders.clientId, bulkUser(n))]);
  const query = body([{ key: "status", searchOperation: "in", value: [...someStatuses] }]);
  for (const round of [1, 2, 3])
    for (const [actor, where] of people) {
      // All actors share one database and so its query cache.
      const page = await findOrders(testContext(database.db, actor), query);
      const reference = await expected(and(where, inArray(orders.status, [...someStatuses])), query);
      expect({ round, ids: page.content.map((row) => row.id), total: page.totalElements }).toEqual({
        round,
        ...reference,
      });
      expect(page.content.every((row) => (row.client === null) === (actor !== staff))).toBe(true);
    }
});

test("rejects undeclared filters, sorts and page sizes", () => {
  const rejected: unknown[][] = [
    [{ key: "notes", searchOperation: "like", value: "x" }],
    [{ key: "__proto__", searchOperation: "eq", value: "x" }],
    [{ key: "status", searchOperation: "in", value: ["Pending"] }],
    [{ key: "status", searchOperation: "isnull" }],
    [{ key: "clientName", searchOperation: "eq", value: "x" }],
    [{ key: "clientName", searchOperation: "like", value: "x".repeat(250) }],
    [{ key: "orderId", searchOperation: "eq", value: "1 or 1" }],
    [{ key: "createdTime", searchOperation: "btn", value: "yesterday", toValue: "today" }],
    ...["2026-02-31", "2026-02-31T00:00:00.000Z", "5", "2026", "11/24/2026"].map((value) => [
      { key: "createdTime", searchOperation: "btn", value, toValue: "2026-12-31" },
    ]),
  ];
  for (const filters of rejected) expect(() => body(filters)).toThrow(BadFilter);
  expect(() => body([], { sortBy: "total" })).toThrow(BadFilter);
  for (const pageSize of [0, 101]) expect(() => body([], { pageSize })).toThrow(BadFilter);
  expect(() =>
    body(Array.from({ length: 21 }, () => ({ key: "status", searchOperation: "eq", value: "Active" }))),
  ).toThrow();
  // Empty values are ignored.
  expect(
    body([
      { key: "status", searchOperation: "in", value: [] },
      { key: "orderId", searchOperation: "eq", value: "" },
    ]).filters,
  ).toEqual([]);
});

test("reads list filters from the address", () => {
  const read = (search: string) => listFromUrl(orderList, `http://localhost/orders?${search}`).filters;
  expect(read("status=Working&status=Active&status=Nonsense")).toEqual([]);
  expect(read("status=Working&status=Active")).toEqual([
    { key: "status", operation: "in", values: ["Working", "Active"] },
  ]);
  expect(read("assignedToAdminId=a&assignedToAdminId=none")).toEqual([
    { key: "assignedToAdminId", operation: "isnull" },
  ]);
  expect(read("orderId=zzz")).toEqual([{ key: "orderId", operation: "eq", value: "zzz" }]);
  expect(read("orderId=%2310425")).toEqual([{ key: "orderId", operation: "eq", value: 10425 }]);
  expect(read("dateField=completedDate&from=2026-01-01")).toEqual([]);
  expect(read("dateField=completedDate&from=2026-01-01&to=2026-01-02")).toEqual([
    { key: "completedDate", operation: "btn", from: day("2026-01-01"), to: day("2026-01-03") - 1 },
  ]);
});

test("names the parameters that the list could not read", () => {
  const unread = (search: string) => listFromUrl(orderList, `http://localhost/orders?${search}`).unread;
  const days = ["dateField", "from", "to"];
  expect(unread("status=Working&status=Nonsense")).toEqual([
    { label: 'Status: "Nonsense" was not understood', names: ["status"] },
  ]);
  for (const field of ["notes", "__proto__", "constructor"])
    expect(unread(`dateField=${field}&from=2026-01-01&to=2026-01-02`)).toEqual([
      { label: `Date: "${field}" was not understood`, names: days },
    ]);
  for (const from of ["2026-13-45", "2025-02-29", "2025-11-31", "yesterday", "+275760-09-13"])
    expect(unread(`dateField=createdTime&from=${encodeURIComponent(from)}&to=2026-01-02`)).toEqual([
      { label: `Created: "${from} to 2026-01-02" was not understood`, names: days },
    ]);
  expect(unread(`status=${"x".repeat(9000)}`)?.[0]?.label).toBe(`Status: "${"x".repeat(40)}" was not understood`);
  // Empty, incomplete, all-inclusive and unmatched values are not mistakes.
  for (const valid of ["status=", "status=ALL", "dateField=createdTime&from=2026-01-01", "orderId=zzz", "utm=1"])
    expect(unread(valid), valid).toBeUndefined();
});

test("counters match counts after random changes", async () => {
  const own = await openTestDatabase();
  try {
    const { db } = own;
    const clients = [await aCustomer(db), await aCustomer(db), await aCustomer(db)];
    const member = await aStaffMember(db);
    const { service } = await aService(db);
    let seed = 20_261_121;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const ids: string[] = [];
    for (let step = 0; step < 80; step++) {
      const client = clients[random(3)]!;
      const status = orderStatuses[random(orderStatuses.length)]!;
      const id = ids[random(Math.max(1, ids.length))];
      const kind = random(4);
      if (kind === 0 || !id) ids.push((await anOrder(db, { clientId: client.id, serviceId: service.id, status })).id);
      else if (kind === 1) await db.update(orders).set({ status }).where(eq(orders.id, id));
      else if (kind === 2) await db.update(orders).set({ clientId: client.id }).where(eq(orders.id, id));
      else if (random(3) === 0) await db.delete(orders).where(eq(orders.id, ids.splice(ids.indexOf(id), 1)[0]!));
    }
    const real = await db.select({ clientId: orders.clientId, status: orders.status }).from(orders);
    const counters = await db.select().from(orderCounters);
    for (const scope of ["all", ...clients.map((client) => client.id)]) {
      const inScope = real.filter((row) => scope === "all" || row.clientId === scope);
      for (const status of orderStatuses)
        expect(counters.find((c) => c.scope === scope && c.status === status)?.count ?? 0, `${scope} ${status}`).toBe(
          inScope.filter((row) => row.status === (status as OrderStatus)).length,
        );
    }
    const page = await findOrders(testContext(db, actingAs(member)), body([], { pageSize: 100 }));
    expect(page.totalElements).toBe(real.length);
  } finally {
    await own.dispose();
  }
});

test("reads every page by index without scanning orders", async () => {
  const steps = await plansOf(database.binding, async (db) => {
    for (const { filters } of cases.filter(({ selected = 0 }) => selected <= 5))
      await findOrders(testContext(db, staff), body(filters));
  });
  expect(steps.length).toBeGreaterThan(cases.length);
  expect(steps.filter((step) => /SCAN orders(?! USING (COVERING )?INDEX orders_created)/.test(step))).toEqual([]);
  expect(steps.filter((step) => step.includes("TEMP B-TREE"))).toEqual([]);
});
