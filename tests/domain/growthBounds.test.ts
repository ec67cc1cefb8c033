import { afterAll, beforeAll, expect, test } from "vitest";
import { serviceDeletion } from "~/domain/catalogue/serviceDeletion";
import { MAX_COUNTED } from "~/domain/catalogue/serviceTexts";
import { type ClientQuery, clientList } from "~/domain/clients/clientList";
import { clientOptions } from "~/domain/clients/clientOptions";
import { clientStatement } from "~/domain/clients/clientStatement";
import { findClients } from "~/domain/clients/findClients";
import { searchClients } from "~/domain/clients/searchClients";
import type { ActorUser } from "~/domain/context";
import { couponChoices } from "~/domain/coupons/couponChoices";
import { customerHome } from "~/domain/home/customerHome";
import { findBillingHealth } from "~/domain/jobs/findBillingHealth";
import { findOrdersByName } from "~/domain/orders/findOrdersByName";
import { ordersToMove } from "~/domain/orders/moveOrders";
import { orderList } from "~/domain/orders/orderList";
import { ownSubscriptions } from "~/domain/subscriptions/ownSubscriptions";
import { SHOWN_ORDERS } from "~/domain/subscriptions/subscriptionStates";
import { listFromUrl } from "~/list/listFromUrl";
import { type Db, openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { bulkService, bulkUser, manyOrders } from "../support/manyOrders";
import { plansOf } from "../support/queryPlans";
import { actingAs, testContext } from "../support/testContext";

const STAFF = 3;
const CUSTOMERS = 4_000;
/** Orders of one client, who also has 600 of 3,000 subscriptions. */
const OWN = 3_000;
/** What a page may read at any size. */
const MAX_ROWS = 2_000;
const client = bulkUser(STAFF + 1);

let database: TestDatabase;
let staff: ActorUser;
let customer: ActorUser;
const run = (query: string) => database.binding.prepare(query).run();
beforeAll(async () => {
  database = await openTestDatabase();
  await manyOrders(database, { staff: STAFF, customers: CUSTOMERS, services: 40, orders: 8_000 });
  await run(`update orders set client_id = '${client}' where number <= (select min(number) from orders) + ${OWN - 1}`);
  await run("update orders set paid_at = created_at, pay_state = 'paid', status = 'Completed' where number % 3 > 0");
  await run("update users set affiliate = 1, affiliate_code = 'CODE' || created_at where created_at % 100 = 0");
  await run(`insert into subscriptions (id, client_id, service_id, service_name, initial_order_id, account, customer_id, payment_method_id,
      status, current_cycle, renewal_amount, order_duration, frequency, anchor_day, previous_payment, next_payment, created_at)
    select 'S' || id, client_id, '${bulkService(1)}', service_name, id, 'regular', 'cus', 'pm', 'Active', 15, total, 1, 'MONTH', 1, created_at,
      4000000000000, created_at from orders where number % 5 = 1 and paid_at is not null order by number limit 600`);
  // Fifteen paid cycles of one subscription.
  await run(`update orders set cycle = first.place, subscription_id = (select min(id) from subscriptions where client_id = '${client}')
    from (select id, row_number() over (order by number) as place from orders
      where client_id = '${client}' and paid_at is not null order by number limit 15) first where first.id = orders.id`);
  staff = await aStaffMember(database.db);
  customer = (await database.binding
    .prepare(
      `select *, first_name as firstName, last_name as lastName, 0 as affiliate from users where id = '${client}'`,
    )
    .first()) as unknown as ActorUser;
}, 120_000);
afterAll(() => database.dispose());

function counted(user = staff) {
  const count = newStatementCount();
  const contextOf = (db: Db) => testContext(db, actingAs(user));
  return { ctx: contextOf(openDb(countStatements(database.binding, count))), count, contextOf };
}
const clientsOf = (search: string) => listFromUrl(clientList, `http://portal/clients?${search}`) as ClientQuery;

test("stores every second suffix of an email address and updates it", async () => {
  const partsOf = async () =>
    (
      await database.binding
        .prepare(`select part from email_parts where user_id = '${bulkUser(9)}' order by part`)
        .all()
    ).results.map(({ part }) => part);
  const suffixesOf = (text: string) => [...text].flatMap((_, at) => (at % 2 === 0 ? [text.slice(at)] : [])).toSorted();
  const before = await database.binding
    .prepare(`select email_folded as email from users where id = '${bulkUser(9)}'`)
    .first<string>("email");
  expect(await partsOf()).toEqual(suffixesOf(before!));
  await run(`update users set email_folded = 'zoe@b.co' where id = '${bulkUser(9)}'`);
  expect(await partsOf()).toEqual(suffixesOf("zoe@b.co"));
  await run(`update users set email_folded = '${before}' where id = '${bulkUser(9)}'`);
});

test.each([
  "firstName=me1234",
  "lastName=nobody",
  "nameOrEmail=name1234",
  "nameOrEmail=ser3999",
  "email=ser3999",
  "firstName=name12&email=r1234",
  "email=R3999%40",
  "email=er3999",
  "email=99%40ex&firstName=3999",
])("the client search for %s finds what the whole list holds", async (search) => {
  const { ctx, count } = counted();
  const found = await searchClients(ctx, clientsOf(search));
  expect(count.rowsRead).toBeLessThanOrEqual(MAX_ROWS);
  expect(found).toEqual(await findClients(counted().ctx, clientsOf(search)));
});

test.each([
  "email=example",
  "firstName=name",
  "firstName=e&lastName=e&email=e",
  "email=m",
  "email=9",
  "firstName=name&sort=createdTime.asc",
])("the client search for %s lists some of the many matches", async (search) => {
  const { ctx, count } = counted();
  const query = { ...clientsOf(search), pageSize: 100 };
  const found = await searchClients(ctx, query);
  expect(count.rowsRead).toBeLessThanOrEqual(MAX_ROWS);
  expect(found.cut).toBe(true);
  const all = await findClients(counted().ctx, { ...query, pageSize: 10_000 });
  // The top of the list is complete; the rest is found by name.
  expect(found.content).toEqual(all.content.slice(0, 100));
  const last = await searchClients(ctx, { ...query, page: Math.ceil(found.totalElements / 100) - 1 });
  const places = last.content.map(({ id }) => all.content.findIndex((row) => row.id === id));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places.at(0)).toBeGreaterThan(-1);
});

test("pickers find any part of an address, and read only affiliates", async () => {
  const { ctx, count } = counted();
  expect((await clientOptions(ctx, "ser3999")).map(({ email }) => email)).toEqual([expect.stringContaining("ser3999")]);
  const { affiliates } = await couponChoices(ctx, { affiliate: "code" });
  expect(affiliates).toHaveLength(20);
  expect(count.rowsRead).toBeLessThanOrEqual(MAX_ROWS / 2);
});

test("the dialogs of a client and a service read no list of orders", async () => {
  const { ctx, count } = counted();
  expect(await ordersToMove(ctx, client, [])).toEqual([]);
  expect(count.rowsRead).toBeLessThanOrEqual(5);
  const ids = await database.binding.prepare(`select min(id) as id from orders where client_id = '${client}'`).all();
  const chosen = [String(ids.results[0]!.id)];
  expect((await ordersToMove(ctx, client, chosen)).map(({ id }) => id)).toEqual(chosen);
  expect(await ordersToMove(ctx, bulkUser(STAFF + 2), chosen)).toEqual([]);
  const service = counted();
  expect(await serviceDeletion(service.ctx, bulkService(1))).toMatchObject({ subscriptions: MAX_COUNTED + 1 });
  expect(service.count.rowsRead).toBeLessThanOrEqual(MAX_ROWS);
});

test("a customer's pages read no more with 3,000 orders", async () => {
  const home = counted(customer);
  await run(`insert into announcements (id, name, description, link_url, image_key, visible, audience, service_ids, created_at)
    values ('held', 'Held', '', 'https://example.com', 'image', 1, 'holders', '["${bulkService(3)}"]', 2),
      ('other', 'Other', '', 'https://example.com', 'image', 1, 'holders', '["none", "${bulkService(999)}"]', 1)`);
  expect((await customerHome(home.ctx)).announcements.map(({ id }) => id)).toEqual(["held"]);
  expect(home.count.rowsRead).toBeLessThanOrEqual(100);
  const orders = counted(customer);
  const search = "clientName=nobody&clientId=other&assignedToAdminId=none";
  const page = await findOrdersByName(orders.ctx, listFromUrl(orderList, `http://portal/orders?${search}`));
  const owned = await database.binding
    .prepare(`select count(*) as count from orders where client_id = '${client}'`)
    .first<number>("count");
  expect(page.totalElements).toBe(owned);
  expect(orders.count.rowsRead).toBeLessThanOrEqual(100);
});

test("a customer's subscriptions show the newest paid orders of each", async () => {
  const { ctx } = counted(customer);
  const shown = await ownSubscriptions({
    ...ctx,
    payments: { cardOf: async () => null } as unknown as typeof ctx.payments,
  });
  const { results } = await database.binding
    .prepare(`select id, subscription_id, cycle from orders where subscription_id is not null and client_id = '${client}'
      and paid_at is not null order by subscription_id, cycle desc`)
    .all<{ id: string; subscription_id: string }>();
  expect(results).toHaveLength(15);
  for (const { id, orders } of shown) {
    const all = results.filter((row) => row.subscription_id === id).map((row) => row.id);
    expect(orders.map((order) => order.id)).toEqual(all.slice(0, SHOWN_ORDERS));
  }
});

test("billing's health reads the renewals that wait", async () => {
  await run(`update subscriptions set next_payment = 1000 where id = (select max(id) from subscriptions)`);
  await run(`insert into billing_cycles (subscription_id, cycle, state, origin, account, amount, due_at, next_try_at, created_at)
    select id, 16, 'open', 'cron', 'regular', 100, 1000, 1000, 1000 from subscriptions order by id limit 1`);
  const { ctx, count } = counted();
  const { stuck } = await findBillingHealth(ctx);
  const { results } = await database.binding
    .prepare("select max(id) as id from subscriptions union select min(id) from subscriptions")
    .all<{ id: string }>();
  expect(stuck.map(({ subscriptionId }) => subscriptionId).toSorted()).toEqual(results.map(({ id }) => id).toSorted());
  expect(count.rowsRead).toBeLessThanOrEqual(200);
});

test("a client's statement reads that client's orders by index", async () => {
  const { contextOf } = counted();
  const whole = { from: 0, to: Number.MAX_SAFE_INTEGER };
  const steps = await plansOf(database.binding, (db) => clientStatement(contextOf(db), client, whole, 0));
  const reads = steps.filter((step) => /^(SCAN|SEARCH) (orders|refunds|invoices)\b/.test(step));
  expect(reads.length).toBeGreaterThan(3);
  for (const step of reads) expect(step).toMatch(/USING (COVERING )?INDEX \w+ \((client_id|order_id)=\?/);
});
