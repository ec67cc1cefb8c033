import { decodeTime, encodeTime } from "ulid";
import { deleteExpiredDrafts } from "~/domain/checkout/deleteExpiredDrafts";
import { deleteOldExports } from "~/domain/exports/deleteOldExports";
import { deleteOldNotices } from "~/domain/jobs/deleteOldNotices";
import { deleteOldRecords } from "~/domain/jobs/deleteOldRecords";
import { sweepUploads } from "~/domain/uploads/sweepUploads";
import { wholeOrder } from "./wholeOrder";

const DAY = 86_400_000;
const TIME_CHARACTERS = 10;
/** What belongs to a client, who may have many orders. */
const CLIENT_TABLES = [
  "users",
  "name_parts",
  "email_parts",
  "order_counters",
  "attributions",
  "payment_customers",
  "visits",
];
/** Orders per batch. */
const CHUNK = 20;

type Row = Record<string, unknown>;
type Rows = Map<string, Row[]>;

/** Bytes of rows and their index entries, as the size of the database file shows them. */
export interface OrderBytes {
  /** An order and its new client, with everything that is sent, read or signed in during its first days. */
  fresh: number;
  /** The order a year later, with every retention job run. */
  afterYear: number;
  /** Its client by then, with the visit that brought them. */
  client: number;
  /** The rows that a year leaves, by table. */
  rows: Record<string, number>;
}

/**
 * Measures the size of an order: plays one whole order with a team of `staff`, copies its rows `copies` times under ids
 * of their own, an order every ten minutes, and compares the size of the file before and after. The same again with
 * the rows that are left a year after the order.
 */
export async function orderBytes(staff: number, copies: number): Promise<OrderBytes> {
  let existing: Rows = new Map();
  const measured = { fresh: 0, afterYear: 0, client: 0, rows: {} as Record<string, number> };
  await wholeOrder({
    staff,
    before: async ({ binding }) => {
      existing = await allRows(binding);
    },
    after: async (stack) => {
      const { binding, system, now } = stack;
      const fresh = await newRows(binding, existing);
      await retain(system, now());
      const left = await newRows(binding, existing);
      const isClients = ([table]: [string, Row[]]) => CLIENT_TABLES.includes(table);
      const client: Rows = new Map([...left].filter(isClients));
      const order: Rows = new Map([...left].filter((rows) => !isClients(rows)));
      const known: Rows = new Map([
        ...existing,
        ...[...client].map(([table, rows]) => [`new ${table}`, rows] as const),
      ]);
      // Each size is compared with the one just before, because retention also deletes rows of the first order.
      measured.afterYear = await bytesOfCopies(binding, order, known, { copies, first: 0 });
      measured.client = await bytesOfCopies(binding, client, existing, { copies, first: 0 });
      measured.fresh = await bytesOfCopies(binding, fresh, existing, { copies, first: copies });
      measured.rows = Object.fromEntries([...left].map(([table, rows]) => [table, rows.length]));
    },
  });
  return measured;
}

/** Every retention job, daily at 03:00 UTC in the hour of its work, a year after the order. */
async function retain(system: (overrides: object) => Parameters<typeof deleteOldRecords>[0], now: number) {
  const fail = (error: unknown) => {
    throw error;
  };
  for (const days of [365, 366]) {
    const at = Math.ceil((now + days * DAY) / DAY) * DAY + 3 * 3_600_000;
    const ctx = system({ now: at });
    for (const job of [deleteExpiredDrafts, sweepUploads, deleteOldExports, deleteOldRecords, deleteOldNotices])
      await job(ctx, fail);
  }
}

async function tablesOf(binding: D1Database) {
  const { results } = await binding
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\' and name not like 'sqlite%'",
    )
    .all<{ name: string }>();
  return results.map(({ name }) => name);
}

async function allRows(binding: D1Database): Promise<Rows> {
  const rows: Rows = new Map();
  for (const table of await tablesOf(binding))
    rows.set(table, (await binding.prepare(`select * from "${table}"`).all<Row>()).results);
  return rows;
}

async function keyOf(binding: D1Database, table: string) {
  const { results } = await binding.prepare(`pragma table_info("${table}")`).all<{ name: string; pk: number }>();
  return results.filter(({ pk }) => pk > 0).map(({ name }) => name);
}

/** The rows whose key `existing` does not hold. */
async function newRows(binding: D1Database, existing: Rows): Promise<Rows> {
  const added: Rows = new Map();
  for (const [table, rows] of await allRows(binding)) {
    const key = await keyOf(binding, table);
    const nameOf = (row: Row) => JSON.stringify(key.map((column) => row[column]));
    const known = new Set((existing.get(table) ?? []).map(nameOf));
    const own = rows.filter((row) => !known.has(nameOf(row)));
    if (own.length > 0) added.set(table, own);
  }
  return added;
}

async function namesOf(binding: D1Database, rows: Rows): Promise<string[]> {
  const names: string[] = [];
  for (const [table, own] of rows) {
    const [column, ...others] = await keyOf(binding, table);
    if (!column || others.length > 0) continue;
    for (const { [column]: name } of own)
      if (typeof name === "string" && name.length >= 16 && !name.match(ID)) names.push(name);
  }
  return names;
}

/** Of this century. */
const ID = /01[0-9A-HJKMNP-TV-Z]{24}/g;
/** What the provider and the forms name; their last characters differ from copy to copy. */
const FOREIGN = /\b((?:pi|ch|cus|pm|evt|re|txn|seti|form)[_-][\w-]{4,})/g;

interface Own {
  own: Set<string>;
  /** Keys that are no ids, such as those of files. */
  names: string[];
}

const idsOf = (rows: Rows) => new Set(JSON.stringify([...rows.values()]).match(ID) ?? []);

/** The `n`th copy of a text: its own ids are as much later as the copy is, its other names get its number. */
function copyOf(text: string, { own, names }: Own, n: number) {
  const number = n.toString(36).padStart(4, "0");
  return names
    .reduce((copy, name) => copy.replaceAll(name, name.slice(0, -4) + number), text)
    .replaceAll(ID, (id) => {
      if (!own.has(id)) return id;
      const at = decodeTime(id) + n * 600_000;
      return encodeTime(at, TIME_CHARACTERS) + id.slice(TIME_CHARACTERS);
    })
    .replaceAll(FOREIGN, (name) => name.slice(0, -4) + number)
    .replaceAll("second@example.com", `s${number}@example.com`);
}

async function bytesOfCopies(
  binding: D1Database,
  rows: Rows,
  existing: Rows,
  { copies, first }: { copies: number; first: number },
) {
  const before = idsOf(existing);
  const names = await namesOf(binding, rows);
  const own = { own: new Set([...idsOf(rows)].filter((id) => !before.has(id))), names };
  const size = async () => (await binding.prepare("select 1").all()).meta.size_after!;
  const counts = async () => {
    const tables = [...rows.keys()].map((table) => `select '${table}' as name, count(*) as n from "${table}"`);
    const all: { name: string; n: number }[] = [];
    for (const table of tables) all.push(...(await binding.prepare(table).all<{ name: string; n: number }>()).results);
    return new Map(all.map(({ name, n }) => [name, n]));
  };
  const [sizeBefore, countsBefore] = [await size(), await counts()];
  for (let start = 1; start <= copies; start += CHUNK) {
    const statements = [binding.prepare("pragma defer_foreign_keys = on")];
    for (const [table, originals] of rows) {
      const columns = Object.keys(originals[0]!);
      const made = Array.from(
        { length: Math.min(CHUNK, copies - start + 1) },
        (_, index) => first + start + index,
      ).flatMap((n) =>
        originals.map((row) =>
          columns.map((column) => {
            const value = row[column];
            if (["number", "order_number"].includes(column) && typeof value === "number") return value + n;
            return typeof value === "string" ? copyOf(value, own, n) : value;
          }),
        ),
      );
      // Rows that a trigger has already made stay.
      statements.push(
        binding
          .prepare(
            `insert or ignore into "${table}" (${columns.map((column) => `"${column}"`).join(", ")})
             select ${columns.map((_, index) => `value ->> ${index}`).join(", ")} from json_each(?)`,
          )
          .bind(JSON.stringify(made)),
      );
    }
    await binding.batch(statements);
  }
  for (const [table, n] of await counts()) {
    const expected = countsBefore.get(table)! + copies * rows.get(table)!.length;
    if (n < expected) throw new Error(`${table} holds ${n} rows instead of ${expected}: a unique value is not copied`);
  }
  return ((await size()) - sizeBefore) / copies;
}
