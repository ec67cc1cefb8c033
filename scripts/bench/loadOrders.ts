import { hashPassword } from "~/domain/accounts/passwords";
import { bulkUser, manyOrders } from "../../tests/support/manyOrders";
import { loadWorkingDay } from "./loadWorkingDay";

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

/** A link of the owner with checks of many years. */
export const checkedLink = `LO${String(7).padStart(25, "0")}`;
const CHECKS = 200;

const LOADED = "create table if not exists bench_loaded (orders integer not null)";

/** One link of each order, each with a check. One in fifty is lost. */
async function loadLinks(run: (sql: string) => Promise<unknown>) {
  await run(`insert into packages (id, service_id, name, price, add_ons, discounts, created_at)
    select 'PACKAGE', min(id), 'Link', 100, '[]', '[]', 1 from services`);
  await run(`insert into order_items
    (id, order_id, package_id, package_name, quantity, unit_price, line_total, sequence)
    select 'I' || id, id, 'PACKAGE', 'Link', 1, 100, 100, 0 from orders`);
  await run(`insert into placements
    (id, number, order_id, order_item_id, sequence, service_id, client_id, assigned_to_id, state, target_url,
      live_at, live_url, health, health_at, terms, share, clock_left_ms, created_at)
    select 'L' || id, number || '-01', id, 'I' || id, 1, service_id, client_id, assigned_to_id,
      case when number % 5 then 'live' when number % 10 then 'site_review' else 'in_progress' end, 'https://client.example.com/' || number,
      iif(number % 5, created_at + 864000000, null), iif(number % 5, 'https://news.example.org/' || number, ''),
      iif(number % 5, iif(number % 50 = 3, 'missing', 'ok'), null), iif(number % 5, created_at + 950400000, null),
      '{"serviceName":"Guest posts","packageName":"Link","guaranteeDays":365}', 100, 0, created_at from orders`);
  await run(`insert into placement_counters (scope, state, count)
    select 'all', state, count(*) from placements group by state
    union all select client_id, state, count(*) from placements group by client_id, state`);
  await run(`insert into link_health_counters (health, count)
    select health, count(*) from placements where health is not null group by health`);
  await run(`insert into link_checks
    (id, placement_id, due_at, at, verdict, status, final_url, ms, evidence_key, body_sha256, prev_hash, hash)
    select 'K' || id, id, created_at, created_at, coalesce(health, 'blocked'), 200, live_url, 300, 'link-checks/' || id,
      'b' || id, '', 'h0' from placements`);
  await run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${CHECKS})
    insert into link_checks
    (id, placement_id, due_at, at, verdict, status, final_url, ms, evidence_key, body_sha256, prev_hash, hash)
    select 'K' || i || id, id, created_at + i, created_at + i, 'ok', 200, live_url, 300, 'link-checks/' || i, 'b' || i,
      'h' || (i - 1), 'h' || i from placements, n where id = '${checkedLink}'`);
}

/**
 * Fills a migrated database with 20,000 clients, 40 services and `orders` orders of one link and one message each,
 * once. Returns whether it did. Drops the triggers and indexes of the large tables first and restores them afterwards,
 * with counters computed at the end: row by row they would dominate the time.
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
  for (const table of [
    ...[
      "saved_views",
      "message_threads",
      "order_messages",
      "link_checks",
      "link_health_counters",
      "placement_counters",
      "placements",
      "order_items",
      "packages",
    ],
    ...["order_counters", "refunds", "orders", "services", "sessions", "users"],
  ])
    await run(`delete from ${table}`);

  // Conversations refer to the number of an order, so its index stays.
  const { results: made } = await binding
    .prepare(
      `select type, name, sql from sqlite_master where tbl_name in ('orders', 'placements', 'link_checks', 'order_messages', 'message_threads')
        and type in ('trigger', 'index') and sql is not null and name <> 'orders_number'`,
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
  await loadLinks(run);
  await loadWorkingDay(run, orders);
  for (const { sql } of made) await run(sql);
  await run("update users set first_login = 0, password_hash = ?", await hashPassword(PASSWORD));
  await run("insert into bench_loaded values (?)", orders);
  return true;
}
