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

const checkStatement = (check: BookCheck, keys: readonly string[], now: number) =>
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
