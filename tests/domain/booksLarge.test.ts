import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkBooks } from "~/domain/books/checkBooks";
import { readBooks } from "~/domain/books/readBooks";
import { DAY_MS } from "~/domain/days";
import { bookedOrders, statementCosts } from "../support/bookedOrders";
import type { TestDatabase } from "../support/database";
import { plansOf } from "../support/queryPlans";
import { actingSystem, noPayments, TEST_NOW, testContext } from "../support/testContext";

const SMALL = 1_000;
const LARGE = 10_000;
const payments = { ...noPayments, listBalanceTransactions: async () => [] };

/** The cost of `work`'s statements. */
const costOf = (
  database: TestDatabase,
  work: (ctx: ReturnType<typeof testContext>) => Promise<unknown>,
  now = TEST_NOW,
) => statementCosts(database.binding, (db) => work(testContext(db, actingSystem, { payments, now })));

let small: TestDatabase;
let large: TestDatabase;
beforeAll(async () => {
  [small, large] = [await bookedOrders(SMALL), await bookedOrders(LARGE)];
}, 120_000);
afterAll(async () => {
  await small.dispose();
  await large.dispose();
});

test("reads no more rows per statement at 10,000 orders than at 1,000", async () => {
  const agree = async (ctx: ReturnType<typeof testContext>) => {
    const results = await readBooks(ctx);
    expect(results.filter(({ differences }) => differences.length > 0)).toEqual([]);
  };
  const few = await costOf(small, agree);
  const many = await costOf(large, agree);
  expect(few.most).toBeGreaterThan(500);
  expect(many.most, many.of).toBeLessThanOrEqual(few.most * 1.1);
  // A page of 500 records, and at most 20 rows for each.
  expect(many.most, many.of).toBeLessThan(10_000);
}, 120_000);

test("scans no table of records", async () => {
  const steps = await plansOf(small.binding, async (db) => {
    await readBooks(testContext(db, actingSystem));
  });
  const scanned = steps.filter((step) =>
    /^SCAN (?!page\b|j\b|value\b|json_each|\(|named|statuses\b|steps\b|moves\b|lines\b|due\b|counted\b|broken\b|CONSTANT|\d)/.test(
      step,
    ),
  );
  expect([...new Set(scanned)]).toEqual([]);
}, 60_000);

test("reads a share of the records a night, and every changed order", async () => {
  const quiet = () => {};
  const nights = async (day: number) => {
    const cost = await costOf(large, (ctx) => checkBooks(ctx, quiet), TEST_NOW + day * DAY_MS);
    // The ids of bulk orders do not tell their time.
    await large.db.run(sql`update book_cursors set new_from = 'P' where subject = 'orders'`);
    return cost;
  };
  const ordersRead = async () =>
    (
      await large.db.all<{ rows: number }>(sql`select rows_today as rows from book_cursors where subject = 'orders'`)
    )[0]!.rows;
  await nights(0);
  expect(await ordersRead()).toBe(LARGE);
  await nights(1);
  expect(await ordersRead()).toBe(2_000);
  // Far from where the next night's share begins.
  const [far] = await large.db.all<{ id: string }>(
    sql`select id from orders where pay_state = 'paid' order by id desc limit 1`,
  );
  await large.db.run(sql`update orders set total = total - 1 where id = ${far!.id}`);
  await nights(2);
  const found = await large.db.all<{ check_id: string }>(
    sql`select check_id from book_differences where record_id = ${far!.id} and gone_at is null order by check_id`,
  );
  expect(found.map(({ check_id }) => check_id)).toEqual(["invoices.orders", "orders.total"]);
  expect(await large.db.all(sql`select * from book_changes`)).toEqual([]);
}, 120_000);

test("sends a bounded number of statements in one run", async () => {
  await large.db.run(sql`delete from book_cursors`);
  const first = await costOf(large, (ctx) => checkBooks(ctx, () => {}), TEST_NOW + 9 * DAY_MS);
  expect(first.statements).toBeLessThan(700);
}, 120_000);
