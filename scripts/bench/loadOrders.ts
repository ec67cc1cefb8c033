import { hashPassword } from "~/domain/accounts/passwords";
import { bulkUser, manyOrders } from "../../tests/support/manyOrders";

export const CUSTOMERS = 20_000;
const SERVICES = 40;
export const STAFF = 5;
export const PASSWORD = "Portal#2026";

/** Every bulk user signs in with PASSWORD. */
export const staffEmail = "user1@example.com";
/** One client owns a hundred orders in ten thousand, so that the list of own orders has full pages at every size. */
const ownerNumber = STAFF + 1;
export const ownerId = bulkUser(ownerNumber);
export const ownerEmail = `user${ownerNumber}@example.com`;

const LOADED = "create table if not exists bench_loaded (orders integer not null)";

/**
 * Fills a migrated database with 20,000 clients, 40 services and `orders` orders, once. Returns whether it did. Drops
 * the orders' triggers and indexes first and restores them afterwards, with counters computed at the end: row by row
 * they would dominate the time.
 */
export async function loadOrders(binding: D1Database, orders: number): Promise<boolean> {
  const run = (sql: string, ...values: unknown[]) =>
    binding
      .prepare(sql)
      .bind(...values)
      .run();
  await run(LOADED);
  if (await binding.prepare("select orders from bench_loaded").first()) return false;
  // Remains of an interrupted load.
  for (const table of ["order_counters", "refunds", "orders", "services", "sessions", "users"])
    await run(`delete from ${table}`);

  const { results: made } = await binding
    .prepare(
      "select type, name, sql from sqlite_master where tbl_name = 'orders' and type in ('trigger', 'index') and sql is not null",
    )
    .all<{ type: string; name: string; sql: string }>();
  if (!made.some(({ type }) => type === "trigger")) throw new Error("A load was broken off: remove the folder .bench.");
  for (const { type, name } of made) await run(`drop ${type} "${name}"`);
  await manyOrders({ binding }, { staff: STAFF, customers: CUSTOMERS, services: SERVICES, orders });
  await run(`update orders set client_id = '${ownerId}' where number % 100 = 7`);
  // Paid within minutes; one in fifty was partly refunded a week later.
  await run(`update orders set pay_state = 'paid', paid_at = created_at + 600000
    where status not in ('Abandoned_Checkout', 'Payment_Failed')`);
  await run(`insert into refunds
    (id, order_id, account, amount, source, state, created_by_id, created_at, refunded_at)
    select 'R' || id, id, 'regular', total / 4, 'portal', 'succeeded', 'test', paid_at + 604800000, paid_at + 604800000
    from orders where paid_at is not null and number % 50 = 3`);
  await run(`insert into order_counters (scope, status, count)
    select 'all', status, count(*) from orders group by status
    union all select client_id, status, count(*) from orders group by client_id, status`);
  for (const { sql } of made) await run(sql);
  await run("update users set first_login = 0, password_hash = ?", await hashPassword(PASSWORD));
  await run("insert into bench_loaded values (?)", orders);
  return true;
}
