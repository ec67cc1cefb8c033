import { afterAll, beforeAll, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { CURSOR_PAGE_SIZE } from "~/domain/cursorPage";
import { findMessages, messagePage } from "~/domain/messages/findMessages";
import { reportStretch } from "~/domain/orderReports/findReports";
import { orderDetails } from "~/domain/orders/orderDetails";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { actingAs, testContext } from "../support/testContext";

const MESSAGES = 1200;
const REPORTS = 130;
const ENTRIES = 110;

let database: TestDatabase;
let customer: ActorUser;
let orderId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db, binding } = database;
  customer = await aCustomer(db);
  const staff = await aStaffMember(db);
  const { service, packages } = await aService(db);
  ({ id: orderId } = await anOrder(db, { clientId: customer.id, serviceId: service.id }));
  const run = (sql: string, ...values: unknown[]) =>
    binding
      .prepare(sql)
      .bind(...values)
      .run();
  const count = (to: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${to})`;
  // Two of a time, so that the id decides.
  await run(
    `${count(MESSAGES)} insert into order_messages (id, order_id, thread, author_id, body, body_source, created_at)
    select printf('M%025d', i), ?1, 'Customer', ?2, '<p>' || i || '</p>', i, i / 2 from n`,
    orderId,
    staff.id,
  );
  await run(`${count(REPORTS)} insert into uploads (key, kind, file_name, content_type, size, created_at, stored_at)
    select 'file' || i, 'report', i || '.pdf', 'application/pdf', 1, i, i from n`);
  await run(
    `${count(REPORTS)} insert into order_reports (id, order_id, upload_key, file_name, created_by_id, created_at)
    select printf('R%025d', i), ?1, 'file' || i, i || '.pdf', ?2, i from n`,
    orderId,
    staff.id,
  );
  await run(
    `${count(ENTRIES)} insert into order_entries (id, order_id, package_id, role, created_by_id, items, created_at)
    select printf('E%025d', i), ?1, ?2, 'ADMIN', ?3, '[]', i from n`,
    orderId,
    packages[0]!.id,
    staff.id,
  );
});
afterAll(() => database.dispose());

/** The context of the order's client, and what it reads. */
function counted() {
  const count = newStatementCount();
  return { ctx: testContext(openDb(countStatements(database.binding, count)), actingAs(customer)), count };
}
const numbered = (letter: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${letter}${String(from + at).padStart(25, "0")}`);

test("reads the newest messages, and page by page the first one", async () => {
  const seen: string[] = [];
  let before: string | null = null;
  for (let page = 0; page < MESSAGES / CURSOR_PAGE_SIZE; page++) {
    const { ctx, count } = counted();
    const { rows, earlier, later } = await messagePage(ctx, { orderId, thread: "Customer", before });
    expect(rows).toHaveLength(CURSOR_PAGE_SIZE);
    expect([earlier, later]).toEqual([page < MESSAGES / CURSOR_PAGE_SIZE - 1, page > 0]);
    expect(count.rowsRead).toBeLessThan(6 * CURSOR_PAGE_SIZE);
    seen.unshift(...rows.map(({ id }) => id));
    before = rows[0]!.id;
  }
  expect(seen).toEqual(numbered("M", 1, MESSAGES));
});

test("the call reaches messages before its newest 500", async () => {
  const { ctx } = counted();
  const newest = await findMessages(ctx, { orderId, thread: "Customer" });
  const earlier = await findMessages(ctx, { orderId, thread: "Customer", before: newest[0]!.id });
  expect([newest[0]!.id, earlier.at(-1)!.id, earlier.length]).toEqual([
    ...[MESSAGES - 499, MESSAGES - 500].flatMap((place) => numbered("M", place, place)),
    500,
  ]);
});

test("a message of another order has nothing before it", async () => {
  const { ctx } = counted();
  expect(await messagePage(ctx, { orderId, thread: "Customer", before: "unknown" })).toEqual({
    rows: [],
    earlier: false,
    later: true,
  });
});

test("reads reports and entries in parts, and names the newest report", async () => {
  const { ctx, count } = counted();
  const newest = await reportStretch(ctx, orderId, null);
  expect(newest.rows.map(({ id }) => id)).toEqual(numbered("R", REPORTS - CURSOR_PAGE_SIZE + 1, REPORTS));
  expect(count.rowsRead).toBeLessThan(6 * CURSOR_PAGE_SIZE);
  const middle = await reportStretch(ctx, orderId, newest.rows[0]!.id);
  const first = await reportStretch(ctx, orderId, middle.rows[0]!.id);
  expect(first.rows.map(({ id }) => id)).toEqual(numbered("R", 1, REPORTS - 2 * CURSOR_PAGE_SIZE));
  expect(first).toMatchObject({ earlier: false, later: true, newestId: numbered("R", REPORTS, REPORTS)[0] });

  const shown = await orderDetails(ctx, orderId, { before: null });
  expect(shown.projects.flatMap(({ values }) => values)).toHaveLength(CURSOR_PAGE_SIZE);
  expect(shown.entries).toEqual({
    firstId: numbered("E", ENTRIES - CURSOR_PAGE_SIZE + 1, ENTRIES - CURSOR_PAGE_SIZE + 1)[0],
    earlier: true,
    later: false,
  });
  const all = await orderDetails(ctx, orderId);
  expect(all.projects.flatMap(({ values }) => values.map(({ id }) => id))).toEqual(numbered("E", 1, ENTRIES));
});
