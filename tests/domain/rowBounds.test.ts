import { afterAll, beforeAll, expect, test } from "vitest";
import { clientStatement } from "~/domain/clients/clientStatement";
import { statementRange } from "~/domain/clients/statementRange";
import type { Context } from "~/domain/context";
import { couponList } from "~/domain/coupons/couponList";
import { findCoupons } from "~/domain/coupons/findCoupons";
import { dashboard } from "~/domain/dashboard/dashboard";
import { findSubscriptions } from "~/domain/subscriptions/findSubscriptions";
import { subscriptionList } from "~/domain/subscriptions/subscriptionList";
import { listFromUrl } from "~/list/listFromUrl";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { bulkUser, manyOrders } from "../support/manyOrders";
import { actingAs, testContext } from "../support/testContext";

const ORDERS = 6_000;
const SUBSCRIPTIONS = 3_000;
const COUPONS = 500;
/** Orders of one client. */
const OWN = 1_500;
const STAFF = 3;
const client = bulkUser(STAFF + 1);

let database: TestDatabase;
let staff: Context["actor"];
beforeAll(async () => {
  database = await openTestDatabase();
  await manyOrders(database, { staff: STAFF, customers: 300, services: 10, orders: ORDERS });
  const run = (sql: string) => database.binding.prepare(sql).run();
  await run("update orders set paid_at = created_at, pay_state = 'paid', status = 'Completed'");
  await run(`update orders set client_id = '${client}' where number % 4 = 0`);
  await run(`insert into subscriptions (id, client_id, service_id, service_name, initial_order_id, account, customer_id, payment_method_id,
      status, renewal_amount, order_duration, frequency, anchor_day, previous_payment, next_payment, created_at)
    select 'S' || id, client_id, service_id, service_name, id, 'regular', 'cus', 'pm', iif(number % 10, 'Active', 'Cancelled'),
      total, 1, 'MONTH', 1, created_at, created_at, created_at from orders limit ${SUBSCRIPTIONS}`);
  await run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${COUPONS})
    insert into coupons (id, code, type, discount, created_at) select printf('C%025d', i), 'CODE' || i, 'FIXED', 100, i from n`);
  staff = actingAs(await aStaffMember(database.db, { privileges: "SuperAdmin" }));
});
afterAll(() => database.dispose());

async function rowsRead<T>(read: (ctx: Context) => Promise<T>) {
  const count = newStatementCount();
  const result = await read(testContext(openDb(countStatements(database.binding, count)), staff));
  return { result, rows: count.rowsRead };
}

test.each(["", "?status=Active", "?status=Cancelled"])("the subscription list%s counts no rows", async (search) => {
  const query = listFromUrl(subscriptionList, `http://localhost/subscriptions${search}`);
  const { result, rows } = await rowsRead((ctx) => findSubscriptions(ctx, query));
  const expected = { "": SUBSCRIPTIONS, "?status=Active": 2_700, "?status=Cancelled": 300 }[search];
  expect(result.totalElements).toBe(expected);
  // A row, its client and its first order.
  expect(rows).toBeLessThanOrEqual(4 * query.pageSize);
});

test("the subscription counters follow status and deletion", async () => {
  const { binding } = database;
  const counters = async () => {
    const { results } = await binding
      .prepare("select status, count from subscription_counters order by status")
      .all<{ status: string; count: number }>();
    return Object.fromEntries(results.map(({ status, count }) => [status, count]));
  };
  const id = await binding
    .prepare("select min(id) as id from subscriptions where status = 'Active'")
    .first<string>("id");
  const set = (status: string) =>
    binding.prepare("update subscriptions set status = ? where id = ?").bind(status, id).run();
  await set("Past_Due");
  expect(await counters()).toEqual({ Active: 2_699, Cancelled: 300, Past_Due: 1 });
  await set("Active");
  expect(await counters()).toEqual({ Active: 2_700, Cancelled: 300, Past_Due: 0 });
});

test("a client's statement reads at most 12 rows for each order", async () => {
  const range = statementRange(new URLSearchParams());
  const { result, rows } = await rowsRead((ctx) => clientStatement(ctx, client, range, 0));
  expect(result.totals.lines).toBe(2 * OWN);
  expect(rows).toBeLessThanOrEqual(12 * OWN);
});

test("the coupon list reads each coupon at most once besides its page", async () => {
  const query = listFromUrl(couponList, "http://localhost/coupons");
  const { result, rows } = await rowsRead((ctx) => findCoupons(ctx, query));
  expect(result.totalElements).toBe(COUPONS);
  expect(rows).toBeLessThanOrEqual(COUPONS + 4 * query.pageSize);
});

test("the dashboard reads a bounded number of rows for each payment", async () => {
  const range = { from: Date.UTC(2025, 3, 1), to: Date.UTC(2025, 6, 1) - 1 };
  const { result, rows } = await rowsRead((ctx) => dashboard(ctx, range));
  // Of the range and of the one before, which is as long.
  const payments = 2 * result.orderCount.total;
  expect(payments).toBe(2 * 91 * 24);
  // Its index entry, and its part of the sums by day, client and assignee.
  expect(rows).toBeLessThanOrEqual(9 * payments);
});
