import { and, asc, getTableColumns, inArray, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { csvText } from "~/format/csvText";
import { settings, uploads } from "~db/schema";
import type { Context } from "../context";
import { chunksOf, type EvidenceFile, plainName } from "../evidence/evidenceFile";
import { defaultSettings } from "../settings/defaultSettings";
import type { EverythingCursor } from "./everythingPart";
import { type ExportedTable, tablesOfEverything } from "./exportedTables";

/** What one part may cost: reads of database and store, and bytes before they are packed. */
export interface PartBudget {
  reads: number;
  bytes: number;
}

/** Far within the time of one run of the queue, and a size that people can still move. */
const PART_BUDGET: PartBudget = { reads: 5_000, bytes: 1_000_000_000 };

const PAGE = 500;

/** What has been written of a part. `next` is null while it is made, and after the last part. */
export interface EverythingPart {
  next: EverythingCursor | null;
  rows: Map<string, number>;
}

/**
 * One part of everything that is stored: each table as CSV, then the files. Ends when the budget is used up, and then
 * sets `part.next`. Memory holds one page. `onRead` hears how many rows or files were read. The caller must authorize.
 */
export async function* everythingFiles(
  ctx: Context,
  from: EverythingCursor,
  part: EverythingPart,
  onRead: (count: number) => Promise<void>,
  budget: PartBudget = PART_BUDGET,
): AsyncGenerator<EvidenceFile> {
  const left = { ...budget };
  const isUsedUp = () => left.reads <= 0 || left.bytes <= 0;
  const tables = tablesOfEverything();
  const first = from.table === null ? tables.length : tables.findIndex(({ name }) => name === from.table);
  for (const [index, exported] of tables.entries()) {
    if (index < first) continue;
    const begins = index === first;
    const fileNo = begins ? from.fileNo : 1;
    const name = `data/${exported.name}${fileNo > 1 ? `-${fileNo}` : ""}.csv`;
    let after = begins ? from.after : null;
    let ended = false;
    async function* body() {
      const { shown, keys, keyNames, mayShow } = columnsOf(exported);
      const names = Object.keys(shown);
      yield encoder.encode(`\ufeff${csvText([names])}`);
      let rows = 0;
      while (!ended && !isUsedUp()) {
        const page = await readPage(ctx, { table: exported.table, shown, keys, after, mayShow });
        const last = page.at(-1);
        if (last) {
          after = keyNames.map((key) => last[key] as string | number);
          const text = encoder.encode(csvText(page.map((row) => names.map((name) => cell(name, row[name])))));
          left.bytes -= text.byteLength;
          rows += page.length;
          yield text;
        }
        left.reads--;
        ended = page.length < PAGE;
        part.rows.set(name, rows);
        await onRead(page.length);
      }
    }
    yield { name, body: body(), packed: false };
    if (!ended) {
      part.next = { part: from.part + 1, table: exported.name, after, fileNo: fileNo + 1 };
      return;
    }
  }
  let afterKey = from.table === null ? String(from.after?.[0] ?? "") : "";
  for (let full = true; full; ) {
    const page = await storedFiles(ctx, afterKey);
    left.reads--;
    for (const { key, fileName, size } of page) {
      if (isUsedUp()) {
        part.next = { part: from.part + 1, table: null, after: [afterKey], fileNo: 1 };
        return;
      }
      left.reads--;
      left.bytes -= size;
      const object = await ctx.files.get(key);
      // The key keeps files of one name apart, and is in data/uploads.csv.
      if (object) yield { name: `files/${key}-${plainName(fileName)}`, body: chunksOf(object.body), packed: true };
      afterKey = key;
      await onRead(1);
    }
    full = page.length === PAGE;
  }
}

const encoder = new TextEncoder();

/** Exports hold what the tables hold. */
const noExport = ne(uploads.kind, "export");

/** Rows of `settings` that are no page of them hold the token of the set-up and the revision. */
const onlyPages = inArray(settings.key, Object.keys(defaultSettings));

const shownRows = new Map<unknown, SQL>([
  [settings, onlyPages],
  [uploads, noExport],
]);

function columnsOf({ table, without }: ExportedTable) {
  const shown: Record<string, SQLiteColumn> = Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name)),
  );
  const { primaryKeys } = getTableConfig(table);
  const keys = primaryKeys[0]?.columns ?? Object.values(shown).filter(({ primary }) => primary);
  const keyNames = keys.map((key) => Object.keys(shown).find((name) => shown[name] === key)!);
  return { shown, keys, keyNames, mayShow: shownRows.get(table) };
}

interface PageQuery {
  table: SQLiteTable;
  shown: Record<string, SQLiteColumn>;
  keys: readonly SQLiteColumn[];
  after: readonly (string | number)[] | null;
  mayShow: SQL | undefined;
}

const listOf = (parts: SQL[]) => sql`(${sql.join(parts, sql`, `)})`;

const readPage = ({ db }: Context, query: PageQuery): Promise<Record<string, unknown>[]> => {
  const { table, shown, keys, after, mayShow } = query;
  const isLater =
    after === null
      ? undefined
      : sql`${listOf(keys.map((key) => sql`${key}`))} > ${listOf(after.map((value) => sql`${value}`))}`;
  return db
    .select(shown)
    .from(table)
    .where(and(mayShow, isLater))
    .orderBy(...keys.map((key) => asc(key)))
    .limit(PAGE);
};

const storedFiles = ({ db }: Context, after: string) =>
  db
    .select({ key: uploads.key, fileName: uploads.fileName, size: uploads.size })
    .from(uploads)
    .where(and(isNotNull(uploads.storedAt), noExport, sql`${uploads.key} > ${after}`))
    .orderBy(asc(uploads.key))
    .limit(PAGE);

/** Times are stored in ms UTC. */
const isTime = (column: string) => /(At|By|Login|Payment|Until|startsOn)$/.test(column) || column === "at";

function cell(column: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" && value > 1e11 && isTime(column)) return new Date(value).toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
