import { type SQL, sql } from "drizzle-orm";
import { batchRaw, type RawRow, rawSelect } from "~db/client.server";
import type { Context } from "../context";
import type { BookCheck, BookDifference, BookSubject } from "./check";
import { FILES_CHECK, statementChecks } from "./checks";

/** The table and key of each kind of record, and how many keys a page has: a client's check counts their orders. */
const pages: Record<BookSubject, { keys: (after: string) => SQL; size: number }> = {
  orders: { keys: (after) => sql`select id as key from orders where id > ${after} order by id`, size: 500 },
  subscriptions: {
    keys: (after) => sql`select id as key from subscriptions where id > ${after} order by id`,
    size: 200,
  },
  coupons: { keys: (after) => sql`select id as key from coupons where id > ${after} order by id`, size: 20 },
  payouts: { keys: (after) => sql`select id as key from payouts where id > ${after} order by id`, size: 20 },
  clients: { keys: (after) => sql`select id as key from users where id > ${after} order by id`, size: 20 },
  notifications: {
    keys: (after) => {
      const [userId = "", id = ""] = after.split(".");
      return sql`select user_id || '.' || id as key from notifications where (user_id, id) > (${userId}, ${id}) order by user_id, id`;
    },
    size: 500,
  },
  balance: {
    keys: (after) => sql`select id as key from balance_transactions where id > ${after} order by id`,
    size: 500,
  },
  files: {
    keys: (after) =>
      sql`select key from uploads where key > ${after} and stored_at is not null and attached_to is not null order by key`,
    size: 50,
  },
};

/** The keys that follow `after` ('' for the first), at most one page, and whether they are the last. */
export async function nextKeys(ctx: Context, subject: BookSubject, after: string) {
  const { keys, size } = pages[subject];
  const rows = await ctx.db.all<{ key: string }>(sql`${keys(after)} limit ${sql.raw(String(size))}`);
  return { keys: rows.map(({ key }) => key), last: rows.length < size };
}

/** Splits keys into pages of their subject. */
export function inPages(subject: BookSubject, keys: readonly string[]): string[][] {
  const { size } = pages[subject];
  return Array.from({ length: Math.ceil(keys.length / size) }, (_, page) => keys.slice(page * size, (page + 1) * size));
}

/** The statement of a check for these keys. */
export const checkStatement = (check: BookCheck, keys: readonly string[], now: number) =>
  sql`with page(key) as materialized (select value from json_each(${JSON.stringify(keys)})) select * from (${check.rows(now)})`;

/** What each check of the subject finds among these keys, by the check's id. One round trip; files ask the store. */
export async function checkKeys(
  ctx: Context,
  subject: BookSubject,
  keys: readonly string[],
): Promise<Map<string, BookDifference[]>> {
  if (subject === "files") return new Map([[FILES_CHECK.id, await missingObjects(ctx, keys)]]);
  const checks = statementChecks.filter(({ of }) => of === subject);
  const found = await batchRaw(ctx.db, ...checks.map((check) => rawSelect(checkStatement(check, keys, ctx.now))));
  return new Map(checks.map(({ id }, position) => [id, found[position]!.map(toDifference)]));
}

const toDifference = ({ record, expected, actual }: RawRow): BookDifference => ({
  record: String(record),
  expected: String(expected),
  actual: String(actual),
});

async function missingObjects({ db, files }: Context, keys: readonly string[]): Promise<BookDifference[]> {
  const rows = await db.all<{ key: string; size: number }>(
    sql`select key, size from uploads where key in (select value from json_each(${JSON.stringify(keys)})) and stored_at is not null`,
  );
  const found: BookDifference[] = [];
  for (const { key, size } of rows) {
    const stored = await files.sizeOf(key);
    if (stored === size) continue;
    found.push({ record: key, expected: `${size} bytes`, actual: stored === null ? "no object" : `${stored} bytes` });
  }
  return found;
}

/** Counter rows per statement: 100,000 clients have some 700,000, and a Worker may send 1,000 statements. */
const COUNTER_ROWS = 8_000;

/**
 * Adds up the clients' order counters, a page at a time. Orders that change meanwhile change the portal's counters as
 * well: then it returns null, and the next run decides.
 */
export async function countersOfAll(ctx: Context): Promise<BookDifference[] | null> {
  const readTotals = async () =>
    await ctx.db.all<{ status: string; count: number }>(
      sql`select status, count from order_counters where scope = 'all' order by status`,
    );
  const before = await readTotals();
  const sums = new Map(before.map(({ status }) => [status, 0]));
  for (let scope = "", status = "", more = true; more; ) {
    const rows = await ctx.db.all<{ scope: string; status: string; count: number }>(
      sql`select scope, status, count from order_counters where (scope, status) > (${scope}, ${status}) order by scope, status limit ${sql.raw(String(COUNTER_ROWS))}`,
    );
    for (const row of rows) if (row.scope !== "all") sums.set(row.status, (sums.get(row.status) ?? 0) + row.count);
    more = rows.length === COUNTER_ROWS;
    ({ scope, status } = rows.at(-1) ?? { scope, status });
  }
  if (JSON.stringify(before) !== JSON.stringify(await readTotals())) return null;
  const differing = [...sums].filter(
    ([status, sum]) => (before.find((row) => row.status === status)?.count ?? 0) !== sum,
  );
  if (differing.length === 0) return [];
  const text = (countOf: (status: string, sum: number) => number) =>
    differing.map(([status, sum]) => `${countOf(status, sum)} ${status.replaceAll("_", " ")}`).join(", ");
  return [
    {
      record: "all",
      expected: text((_, sum) => sum),
      actual: text((status) => before.find((row) => row.status === status)?.count ?? 0),
    },
  ];
}
