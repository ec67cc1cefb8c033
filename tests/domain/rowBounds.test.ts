import { afterAll, beforeAll, expect, test } from "vitest";
import { claimList } from "~/domain/claims/claimList";
import { findClaims } from "~/domain/claims/findClaims";
import { clientStatement } from "~/domain/clients/clientStatement";
import { statementRange } from "~/domain/clients/statementRange";
import type { ActorUser, Context } from "~/domain/context";
import { couponList } from "~/domain/coupons/couponList";
import { findCoupons } from "~/domain/coupons/findCoupons";
import { dashboard } from "~/domain/dashboard/dashboard";
import { findPlacements } from "~/domain/placements/findPlacements";
import { placementList } from "~/domain/placements/placementList";
import { readReport } from "~/domain/reports/readReport";
import { reportTypes } from "~/domain/reports/reportTypes";
import { findSubscriptions } from "~/domain/subscriptions/findSubscriptions";
import { subscriptionList } from "~/domain/subscriptions/subscriptionList";
import { listFromUrl } from "~/list/listFromUrl";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { bulkUser, manyOrders } from "../support/manyOrders";
import { plansOf } from "../support/queryPlans";
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
  await run(`update orders set paid_at = created_at, pay_state = 'paid', status = 'Completed',
    completed_at = created_at, worked_ms = 86400000, clock_left_ms = number % 3 - 1`);
  await run(`update orders set client_id = '${client}' where number % 4 = 0`);
  await run(`insert into subscriptions (id, client_id, service_id, service_name, initial_order_id, account, customer_id, payment_method_id,
      status, renewal_amount, order_duration, frequency, anchor_day, previous_payment, next_payment, created_at)
    select 'S' || id, client_id, service_id, service_name, id, 'regular', 'cus', 'pm', iif(number % 10, 'Active', 'Cancelled'),
      total, 1, 'MONTH', 1, created_at, created_at, created_at from orders limit ${SUBSCRIPTIONS}`);
  await run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${COUPONS})
    insert into coupons (id, code, type, discount, created_at) select printf('C%025d', i), 'CODE' || i, 'FIXED', 100, i from n`);
  await run(`insert into packages (id, service_id, name, price, add_ons, discounts, created_at)
    select 'PACKAGE', min(id), 'Link', 100, '[]', '[]', 1 from services`);
  await run(`insert into order_items (id, order_id, package_id, package_name, quantity, unit_price, line_total, sequence)
    select 'I' || id, id, 'PACKAGE', 'Link', 1, 100, 100, 0 from orders`);
  await run(`insert into placements (id, number, order_id, order_item_id, sequence, service_id, client_id, assigned_to_id, state,
      live_at, on_time, terms, share, clock_left_ms, created_at)
    select 'L' || id, number || '-01', id, 'I' || id, 1, service_id, client_id, assigned_to_id, iif(number % 5, 'live', 'site_review'),
      iif(number % 5, created_at + 864000000, null), number % 2, '{"guaranteeDays":365}', 100, 0, created_at from orders`);
  await run(`insert into message_threads (order_number, service_id, assigned_to_id, state, last_message_at, first_client_at, first_response_at, first_responder_id)
    select number, service_id, assigned_to_id, 'waiting', created_at + 7200000, created_at, created_at + 7200000, '${bulkUser(1)}' from orders`);
  // One claim of each live link, one in ten open. Staff opened few.
  await run(`insert into claims (id, placement_id, order_id, client_id, service_id, opened_by, verdict, state, created_at)
    select 'C' || p.id, p.id, p.order_id, p.client_id, p.service_id, case p.n % 100 when 1 then 'staff' when 2 then 'client' else 'watch' end,
      'missing', case p.n % 10 when 0 then 'repairing' when 1 then 'refunded' when 2 then 'rejected' else 'repaired' end, p.live_at
    from (select *, row_number() over (order by live_at) as n from placements where live_at is not null) p`);
  // Two mails about each cart, before it was paid.
  await run("update orders set checkout_key = 'K' || id");
  await run(`insert into cart_mails (cart_key, number, client_id, queued_at, sent_at)
    select checkout_key, 1, client_id, paid_at - 7200000, paid_at - 7200000 from orders
    union all select checkout_key, 2, client_id, paid_at - 3600000, paid_at - 3600000 from orders`);
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
  const range = statementRange(new URLSearchParams(), "UTC");
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

test.each(reportTypes)("a year's report %s reads a bounded number of rows for each payment", async (type) => {
  const year = { range: { from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) - 1 }, second: null };
  const { result, rows } = await rowsRead((ctx) => readReport(ctx, type, year, { sort: null }));
  expect(result.rowCount).toBeGreaterThan(0);
  // A delivery reads its link, its order, its service and its agent, each with an index entry. A median sorts its
  // lines.
  expect(rows).toBeLessThanOrEqual((type === "delivery" || type === "on-time" ? 9 : 8) * ORDERS);
});

test.each([
  "",
  "?state=live",
  "?state=live&state=site_review",
  "?assignedToId=none",
  `?clientId=${client}`,
  `?clientId=${client}&state=live`,
  "?sort=dueAt.asc",
  "?sort=liveAt.desc",
])("the list of links%s reads at most four rows for each that it shows", async (search) => {
  const query = listFromUrl(placementList, `http://localhost/placements${search}`);
  const { result, rows } = await rowsRead((ctx) => findPlacements(ctx, query));
  expect(result.content).toHaveLength(query.pageSize);
  expect(result.totalElements).toBeGreaterThan(1_000);
  // Without a counter, the total counts as many rows as pages reach.
  const counted = search.includes("assigned") ? 1_001 : 0;
  expect(rows - counted).toBeLessThanOrEqual(4 * query.pageSize);
});

test("a client's own links are read by index alone", async () => {
  const plan = (search: string) =>
    plansOf(database.binding, (db) =>
      findPlacements(
        testContext(db, actingAs({ id: client, role: "CUSTOMER" } as ActorUser)),
        listFromUrl(placementList, `http://localhost/links${search}`),
      ),
    );
  for (const search of ["", "?state=live", "?clientReference=Bakery"])
    expect((await plan(search)).filter((step) => /TEMP B-TREE|SCAN placements(?! USING)/.test(step))).toEqual([]);
});

const claimSearches = [
  "",
  "?state=repairing",
  "?state=open&state=confirmed&state=repairing&state=replacing",
  "?state=repaired&state=refunded",
  "?openedBy=staff",
  "?openedBy=staff&state=refunded",
  "?placementId=none",
];
const claimsFor = (search: string) => listFromUrl(claimList, `http://localhost/claims${search}`);

test.each([...claimSearches, "?orderId=none", `?clientId=${client}`, `?clientId=${client}&state=refunded`])(
  "the list of claims%s reads at most five rows for each that it shows",
  async (search) => {
    const query = claimsFor(search);
    const { result, rows } = await rowsRead((ctx) => findClaims(ctx, query));
    // The total counts as many rows as pages reach.
    expect(rows - Math.min(result.totalElements, 1_001)).toBeLessThanOrEqual(5 * query.pageSize);
  },
);

test.each(claimSearches)("claims%s are read by index alone, by staff and clients", async (search) => {
  const own = actingAs({ id: client, role: "CUSTOMER" } as ActorUser);
  for (const actor of [staff, own]) {
    const plan = await plansOf(database.binding, (db) => findClaims(testContext(db, actor), claimsFor(search)));
    expect(plan.filter((step) => /TEMP B-TREE|SCAN (claims|placements)(?! USING)/.test(step))).toEqual([]);
  }
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
