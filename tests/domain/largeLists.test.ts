import { afterAll, beforeAll, expect, test } from "vitest";
import { clientDetails } from "~/domain/clients/clientDetails";
import { type ClientQuery, clientList } from "~/domain/clients/clientList";
import { clientOptions } from "~/domain/clients/clientOptions";
import { findClients } from "~/domain/clients/findClients";
import { updateClient } from "~/domain/clients/updateClient";
import type { ActorUser } from "~/domain/context";
import { findOrdersByName, MAX_SEARCHED } from "~/domain/orders/findOrdersByName";
import { type OrderFilterKey, orderList } from "~/domain/orders/orderList";
import { readReport } from "~/domain/reports/readReport";
import { reportTypes } from "~/domain/reports/reportTypes";
import { type ListFilter, MAX_PAGED } from "~/list/defineList";
import { listFromUrl } from "~/list/listFromUrl";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { clientNotes, commissionSettings } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { bulkService, bulkUser, manyOrders } from "../support/manyOrders";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

const CUSTOMERS = 3000;
const ORDERS = 6000;
const STAFF = 5;
/** What a page of a list or a picker may read at any size. */
const MAX_ROWS = 2000;
const client = bulkUser(STAFF + 1);

let database: TestDatabase;
let staff: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
  await manyOrders(database, { staff: STAFF, customers: CUSTOMERS, services: 40, orders: ORDERS });
  await database.binding
    .prepare("update orders set paid_at = created_at, pay_state = 'paid', status = 'Completed' where number % 3 > 0")
    .run();
  staff = await aStaffMember(database.db);
}, 120_000);
afterAll(() => database.dispose());

function counted() {
  const count = newStatementCount();
  return { ctx: testContext(openDb(countStatements(database.binding, count)), actingAs(staff)), count };
}
const ordersOf = (name: string, page = 0) => ({
  page,
  pageSize: 10,
  filters: [{ key: "clientName", operation: "like", value: name }] satisfies ListFilter<OrderFilterKey>[],
  sort: orderList.defaultSort,
});

test("finds the orders of a rare client name by index, with their total", async () => {
  const { ctx, count } = counted();
  const page = await findOrdersByName(ctx, ordersOf("Name1234"));
  const ids = await database.binding
    .prepare("select count(*) as count from orders where client_id = ?")
    .bind(bulkUser(1234))
    .first<number>("count");
  expect([page.totalElements, page.content.length, page.cut]).toEqual([ids, ids, undefined]);
  expect(new Set(page.content.map((row) => row.client?.id))).toEqual(new Set([bulkUser(1234)]));
  expect(count.rowsRead).toBeLessThan(100);
  expect((await findOrdersByName(ctx, ordersOf("nobody has this"))).totalElements).toBe(0);
});

test("looks through the newest orders for a name that many clients have", async () => {
  const { ctx, count } = counted();
  const page = await findOrdersByName(ctx, ordersOf("name12", 1));
  expect(count.rowsRead).toBeLessThanOrEqual(MAX_ROWS);
  expect(page.cut).toBe(true);
  const { results } = await database.binding
    .prepare(`select o.id from (select * from orders order by created_at desc, id desc limit ${MAX_SEARCHED}) o
      join users u on u.id = o.client_id where u.first_name_folded like 'name12%' order by o.created_at desc, o.id desc`)
    .all<{ id: string }>();
  expect(page.content.map(({ id }) => id)).toEqual(results.slice(10, 20).map(({ id }) => id));
  expect(page.totalElements).toBe(results.length);
});

test("the client search of a form reads a bounded number of rows", async () => {
  for (const text of ["name12", "am", "user77", "exam"]) {
    const { ctx, count } = counted();
    expect(await clientOptions(ctx, text)).not.toEqual([]);
    expect(count.rowsRead, text).toBeLessThanOrEqual(MAX_ROWS);
  }
});

test("the client list finds a rare name by index", async () => {
  const { ctx, count } = counted();
  const filters: ClientQuery["filters"] = [{ key: "firstName", operation: "like", value: "me1234" }];
  const found = await findClients(ctx, { page: 0, pageSize: 10, filters, sort: clientList.defaultSort });
  expect(found.content.map(({ id }) => id)).toEqual([bulkUser(1234)]);
  expect(count.rowsRead).toBeLessThan(20);
});

test("a page too far down shows the first one and says so", () => {
  const query = (search: string) => listFromUrl(orderList, `http://portal/orders?${search}`);
  expect(query(`page=${MAX_PAGED / 10}`)).toMatchObject({ page: MAX_PAGED / 10 - 1 });
  const deep = query(`page=${MAX_PAGED / 10 + 1}`);
  expect(deep.page).toBe(0);
  expect(deep.unread).toEqual([{ label: expect.stringContaining("Page 101 is too far down"), names: ["page"] }]);
});

const year = { range: { from: Date.UTC(2025, 0, 1), to: Date.UTC(2025, 11, 31) }, second: null };

test.each(reportTypes)("report %s: its pages hold all rows once, in the file's order", async (type) => {
  const { ctx } = counted();
  for (const sort of ["", "clientName.asc", "ordersCount.desc", "lastPaymentDate.asc"]) {
    const whole = await readReport(ctx, type, year, { sort });
    const ids: (string | null)[] = [];
    const size = 500;
    for (let page = 0; page * size < Math.max(1, whole.rowCount); page++) {
      const one = await readReport(ctx, type, year, { sort, page, size });
      expect([one.totals, one.figures, one.largest, one.page]).toEqual([
        whole.totals,
        whole.figures,
        whole.largest,
        page,
      ]);
      ids.push(...one.rows.map(({ id }) => id));
    }
    expect(ids).toEqual(whole.rows.map(({ id }) => id));
    expect(new Set(ids).size).toBe(whole.rowCount);
  }
});

test("a report's page after the last one shows the last", async () => {
  const { ctx } = counted();
  const { rows, page, rowCount } = await readReport(ctx, "clients", year, { sort: "", page: 5000, size: 100 });
  expect(page).toBe(Math.ceil(rowCount / 100) - 1);
  expect(rows.length).toBeGreaterThan(0);
});

test("a client's page reads counters, and ten notes at a time", async () => {
  const { db } = database;
  for (let at = 0; at < 25; at++)
    await db.insert(clientNotes).values({
      id: `N${String(at).padStart(25, "0")}`,
      clientId: client,
      authorId: staff.id,
      body: `Note ${at}`,
      createdAt: TEST_NOW + at,
    });
  await database.binding.prepare("update orders set client_id = ? where number % 3 = 1").bind(client).run();
  const { ctx, count } = counted();
  const seen: string[] = [];
  let before: string | null = null;
  for (const expected of [true, true, false]) {
    const { notes, notesAround } = await clientDetails(ctx, client, before);
    expect(notesAround.earlier).toBe(expected);
    seen.push(...notes.map(({ body }) => body));
    before = notes.at(-1)!.id;
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => `Note ${24 - at}`));
  expect(count.rowsRead).toBeLessThan(300);
  const { totals } = await clientDetails(ctx, client);
  const expected = await database.binding
    .prepare("select count(*) as n, sum(total) as amount from orders where client_id = ? and pay_state <> 'unpaid'")
    .bind(client)
    .first<{ n: number; amount: number }>();
  expect(totals).toEqual({ ordersCount: expected!.n, sumOfOrderValues: expected!.amount });
});

test("saving a page of an affiliate's rates leaves the others as they are", async () => {
  const { db } = database;
  const { ctx } = counted();
  const rate = (place: number, percent: number) => ({
    serviceId: bulkService(place),
    percent,
    firstTime: false,
    perpetual: true,
  });
  const commissions = Array.from({ length: 40 }, (_, at) => rate(at + 1, 1000));
  await updateClient(ctx, { id: client, affiliate: true, commissions });
  const shown = commissions.slice(0, 25).map(({ serviceId }) => serviceId);
  // The first is changed, the second removed.
  await updateClient(ctx, { id: client, commissions: [rate(1, 500), ...commissions.slice(2, 25)], shown });
  const stored = await db.select().from(commissionSettings);
  expect(stored).toHaveLength(39);
  expect(stored.find((one) => one.serviceId === bulkService(1))?.percent).toBe(500);
  expect(stored.some((one) => one.serviceId === bulkService(2))).toBe(false);
});
