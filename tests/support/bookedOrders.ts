import { type Db, openDb } from "~db/client.server";
import { wrapD1 } from "~db/wrapD1";
import { openTestDatabase, type TestDatabase } from "./database";
import { manyOrders } from "./manyOrders";

/** As many orders for each client. */
const PER_CLIENT = 10;

/** A database with orders whose lines, history and invoices agree with the books. */
export async function bookedOrders(orders: number): Promise<TestDatabase> {
  const database = await openTestDatabase();
  await addBookedOrders(database, orders);
  return database;
}

/** Adds orders whose lines, history and invoices agree with the books. Most are paid by hand. */
export async function addBookedOrders(database: Pick<TestDatabase, "binding">, orders: number) {
  const run = async (statement: string) => {
    // workerd closes a connection that idled during a long statement. A read may be sent again, a write may not.
    await database.binding.prepare("select 1").first();
    return await database.binding.prepare(statement).run();
  };
  // Row by row they would take most of the time.
  const { results: triggers } = await database.binding
    .prepare("select name, sql from sqlite_master where type = 'trigger' and tbl_name in ('orders', 'invoices')")
    .all<{ name: string; sql: string }>();
  for (const { name } of triggers) await run(`drop trigger "${name}"`);
  await manyOrders(database, { staff: 5, customers: orders / PER_CLIENT, services: 20, orders });
  await run(
    "insert into packages (id, service_id, name, price, add_ons, discounts, created_at) select 'P' || id, id, 'Package', 100, '[]', '[]', 1 from services",
  );
  await run(
    "insert into order_items (id, order_id, package_id, package_name, quantity, unit_price, line_total, sequence) select 'I' || id, id, 'P' || service_id, 'Package', 1, total, total, 0 from orders",
  );
  await run(
    "insert into history (id, entity, entity_id, action, actor_id, changes, created_at) select 'H' || id, 'order', id, 'created', 'test', json_array(json_object('field', 'status', 'before', null, 'after', status)), created_at from orders",
  );
  // Paid and unpaid as their status says; paid by hand, so no payment has to be known.
  await run(
    "update orders set payment_type = 'MANUAL', pay_state = 'paid', paid_at = created_at where status not in ('Abandoned_Checkout', 'Payment_Failed', 'Cancelled')",
  );
  await run(
    "insert into invoices (id, order_id, account, number, issuer, subtotal, charged, transaction_id, paid_at, created_at) select 'V' || id, id, account, number, 'US', subtotal, total, 'By hand', paid_at, created_at from orders where pay_state = 'paid'",
  );
  await run(
    "insert into history (id, entity, entity_id, action, actor_id, changes, dedupe_key, created_at) select 'W' || id, 'order', id, 'paid', 'test', '[]', 'order.paid:' || id, paid_at from orders where pay_state = 'paid'",
  );
  const figures = "count(*), sum(pay_state <> 'unpaid'), sum(iif(pay_state <> 'unpaid', total, 0))";
  await run(`insert into order_counters (scope, status, count, paid_count, paid_amount)
    select 'all', status, ${figures} from orders group by status
    union all select client_id, status, ${figures} from orders group by client_id, status`);
  for (const { sql } of triggers) await run(sql);
}

/** The statements that `work` sends, their rows read, and those of the greediest. */
export async function statementCosts(binding: D1Database, work: (db: Db) => Promise<unknown>) {
  const cost = { most: 0, of: "", statements: 0, rows: 0 };
  const add = (text: string, rows: number) => {
    cost.statements++;
    cost.rows += rows;
    if (rows > cost.most) Object.assign(cost, { most: rows, of: text.slice(0, 300) });
  };
  const spying = wrapD1(binding, {
    onStatement: async (statement, run) => {
      const result = await run();
      add(statement.sql, result.meta.rows_read);
      return result;
    },
    onBatch: async (statements, run) => {
      const results = await run();
      for (const [at, result] of results.entries()) add(statements[at]!.sql, result.meta.rows_read);
      return results;
    },
  });
  await work(openDb(spying));
  return cost;
}
