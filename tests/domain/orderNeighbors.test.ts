import { afterAll, beforeAll, expect, test } from "vitest";
import { findOrders } from "~/domain/orders/findOrders";
import { matchingOrderIds } from "~/domain/orders/matchingOrderIds";
import { orderList } from "~/domain/orders/orderList";
import { orderNeighbors } from "~/domain/orders/orderNeighbors";
import { staffOrderPage } from "~/domain/orders/staffOrderPage";
import { inUtc } from "~/format/zones";
import { listFromUrl } from "~/list/listFromUrl";
import { openDb } from "~db/client.server";
import { wrapD1 } from "~db/wrapD1";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { bulkService, bulkUser, manyOrders } from "../support/manyOrders";
import { actingAs, testContext } from "../support/testContext";

const staff = {
  id: bulkUser(1),
  email: "user1@example.com",
  firstName: "Name1",
  lastName: "Example",
  role: "ADMIN",
  privileges: "Manager",
  affiliate: false,
  affiliateCode: null,
} as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await manyOrders(database, { staff: 5, customers: 200, services: 8, orders: 20_000 });
});
afterAll(() => database.dispose());

const ctx = () => testContext(database.db, actingAs(staff));
const query = (search: string) => listFromUrl(orderList, `http://localhost/orders?${search}`);

/** A context, and the rows that its statements read. */
function measured() {
  let rows = 0;
  const count = (results: D1Result<Record<string, unknown>>[]) => {
    for (const { meta } of results) rows += meta.rows_read;
  };
  const binding = wrapD1(database.binding, {
    onStatement: async (_, run) => {
      const result = await run();
      count([result]);
      return result;
    },
    onBatch: async (_, run) => {
      const results = await run();
      count(results);
      return results;
    },
  });
  return { ctx: { ...ctx(), db: openDb(binding) }, rows: () => rows };
}

test.each([
  "",
  "status=Working",
  "status=Working&status=Active&sort=createdTime.asc",
  `serviceId=${bulkService(3)}`,
  "assignedToAdminId=none&status=Active",
  `clientId=${bulkUser(40)}`,
  "from=2025-03-01&to=2025-04-01",
])("steps through the list '%s' in its order, reading few rows", async (search) => {
  const list = query(`${search}&size=25`);
  const { content } = await findOrders(ctx(), list);
  expect(content.length).toBeGreaterThan(5);
  const counted = measured();
  for (const [index, order] of content.slice(0, 6).entries())
    expect(await orderNeighbors(counted.ctx, order, list)).toEqual({
      previous: content[index - 1]?.id ?? null,
      next: content[index + 1]?.id,
    });
  expect(counted.rows() / 6).toBeLessThan(60);
});

test("offers no step where no index answers the filters", async () => {
  const [order] = (await findOrders(ctx(), query(""))).content;
  for (const search of ["clientName=name", `serviceId=${bulkService(3)}&assignedToAdminId=none`, "orderId=10001"])
    expect(await orderNeighbors(ctx(), order!, query(search)), search).toBeNull();
});

test("counts eight views within 120 rows read", async () => {
  const stored = [
    "status=Active",
    "status=Working&status=Completed",
    "status=Cancelled",
    `clientId=${bulkUser(40)}&status=Working`,
  ];
  const shared = [1, 2, 3, 4].map((n) => `assignedToAdminId=${bulkUser(n)}`);
  const counted = measured();
  const { counts } = await staffOrderPage(counted.ctx, query(""), [...stored, ...shared], inUtc);
  const alone = measured();
  await staffOrderPage(alone.ctx, query(""), [], inUtc);
  expect(counted.rows() - alone.rows()).toBeLessThanOrEqual(120);
  const own = (await findOrders(ctx(), query(stored[3]!))).totalElements;
  expect(stored.map((search) => counts[search])).toEqual(["99+", "99+", "99+", String(own)]);
  expect(shared.map((search) => counts[search])).toEqual(["24+", "24+", "24+", "24+"]);
  const single = await staffOrderPage(ctx(), query(""), shared.slice(0, 1), inUtc);
  expect(single.counts).toEqual({ [shared[0]!]: "99+" });
});

test("finds the ids of all that match, up to 1,000", async () => {
  const list = query(`clientId=${bulkUser(40)}&status=Working`);
  const { totalElements } = await findOrders(ctx(), list);
  expect(await matchingOrderIds(ctx(), list)).toHaveLength(totalElements);
  await expect(matchingOrderIds(ctx(), query("status=Working"))).rejects.toThrow("at most 1,000");
});

test("filters the list by ticked rows, as an export of them does", async () => {
  const { content } = await findOrders(ctx(), query("size=100"));
  const ids = content.filter((_, index) => index % 2 === 0).map(({ id }) => id);
  const counted = measured();
  const chosen = await findOrders(counted.ctx, query(`size=100&${ids.map((id) => `order=${id}`).join("&")}`));
  expect(chosen.content.map(({ id }) => id)).toEqual(ids);
  expect(counted.rows()).toBeLessThan(1000);
});
