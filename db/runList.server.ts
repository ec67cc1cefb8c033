import { and, is, SQL, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import { SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { ListQuery, Page } from "~/list/defineList";
import { batchRaw, type Db } from "./client.server";
import { type FilterColumns, listWhere } from "./listWhere.server";
import { unionAllByIndex } from "./unionAllByIndex";

export type ListColumns = Record<string, SQLiteColumn | SQL | SQL.Aliased>;

/** Where the rows of a list come from, what they show, and what its filters and sorts mean in SQL. */
export interface ListSource<Key extends string, Sort extends string, Columns extends ListColumns> {
  table: SQLiteTable;
  /** Ends every sort, so pages never overlap. The index that serves a sort must end with it too. */
  id: SQLiteColumn;
  /** A row's fields: columns of the table and of `join`. */
  columns: Columns;
  /** Left joins that only `columns` needs. They read, and keep the order of, the rows of one page. */
  join?: SQL;
  filters: FilterColumns<Key>;
  sorts: Record<Sort, SQLiteColumn | SQL<number | string>>;
  /** Joins that filters or sorts need. */
  filterJoin?: SQL;
  /** True when no index serves the filters. Rows and total then come from one scan. */
  scans?(query: ListQuery<Key, Sort>): boolean;
  /**
   * Conditions that together match the query's filters and that an index can each read in list order; null when there
   * are none. `alsoBound`: values that each condition is combined with.
   */
  mergeByIndex?(query: ListQuery<Key, Sort>, alsoBound: number): (SQL | undefined)[] | null;
  /** The index that a large export walks when no index serves its filters. */
  exportIndex?: SQL;
}

export const listSource = <Key extends string, Sort extends string, Columns extends ListColumns>(
  source: ListSource<Key, Sort, Columns>,
) => source;

export type ListRow<Source> =
  Source extends ListSource<infer _Key, infer _Sort, infer Columns> ? SelectResultFields<Columns> : never;

/** A select of one number, `total`. */
type SelectTotal = { toSQL(): { sql: string; params: unknown[] }; _: { result: { total: number | null }[] } };

interface ListScope<Columns extends ListColumns, Row> {
  /** The rows that the caller may see. */
  where?: SQL | undefined;
  /** A stored counter that answers the total without counting rows. */
  total?: SelectTotal | null;
  toRow?(row: SelectResultFields<Columns>): Row;
}

/** Rows per statement of an export: one page in memory, 50 statements for 100,000 rows. */
export const EXPORT_PAGE = 2000;

/** One page of a list with the total, in one round trip. The caller must authorize. */
export async function runList<
  Key extends string,
  Sort extends string,
  Columns extends ListColumns,
  Row = SelectResultFields<Columns>,
>(
  db: Db,
  source: ListSource<Key, Sort, Columns>,
  query: ListQuery<Key, Sort>,
  scope: ListScope<Columns, Row> = {},
): Promise<Page<Row>> {
  const { selects, toPage } = listPage(db, source, query, scope);
  return toPage(await batchRaw(db, ...selects));
}

/** The same page as statements for the caller's own batch, and `toPage` for their rows. */
export function listPage<
  Key extends string,
  Sort extends string,
  Columns extends ListColumns,
  Row = SelectResultFields<Columns>,
>(db: Db, source: ListSource<Key, Sort, Columns>, query: ListQuery<Key, Sort>, scope: ListScope<Columns, Row> = {}) {
  const toRow = rowReader(source, scope.toRow);
  if (!scope.total && source.scans?.(query)) {
    return {
      selects: [selectWithTotal(db, source, query, scope.where)],
      toPage: ([rows]: RawRow[][]): Page<Row> => ({
        content: rows!.filter((row) => row.listed !== null).map(toRow),
        totalElements: (rows![0]?.matches as number) ?? 0,
      }),
    };
  }
  const { page, pageSize } = query;
  return {
    selects: [
      selectRows(db, source, query, { ...scope, limit: pageSize, offset: page * pageSize }),
      scope.total ?? selectTotal(db, source, query, scope.where),
    ],
    toPage: ([rows, totals]: RawRow[][]): Page<Row> => ({
      content: rows!.map(toRow),
      totalElements: (totals![0]?.total as number | null) ?? 0,
    }),
  };
}

/** The row that matches, as the list shows it, or null. */
export async function readListRow<Columns extends ListColumns>(
  db: Db,
  source: ListSource<never, never, Columns>,
  where: SQL | undefined,
): Promise<SelectResultFields<Columns> | null> {
  const { table, join = sql`` } = source;
  const [[row]] = await batchRaw(
    db,
    db.select(aliased(source.columns)).from(sql`${table} ${join}`).where(where).limit(1),
  );
  return row ? rowReader<Columns, SelectResultFields<Columns>>(source)(row) : null;
}

/**
 * Everything that the query matches, in its order, ignoring its page (rules.md exports/complete). The total is a
 * snapshot. Each page starts after the last row of the previous one (keyset), so rows inserted meanwhile repeat none.
 */
export async function exportList<
  Key extends string,
  Sort extends string,
  Columns extends ListColumns,
  Row = SelectResultFields<Columns>,
>(
  db: Db,
  source: ListSource<Key, Sort, Columns>,
  query: ListQuery<Key, Sort>,
  scope: ListScope<Columns, Row> = {},
): Promise<{ total: number; pages: AsyncGenerator<Row[]> }> {
  const [totals] = await batchRaw(db, scope.total ?? selectTotal(db, source, query, scope.where));
  const total = totals[0]?.total ?? 0;
  return { total, pages: exportPages(db, source, query, scope, total) };
}

async function* exportPages<Key extends string, Sort extends string, Columns extends ListColumns, Row>(
  db: Db,
  source: ListSource<Key, Sort, Columns>,
  query: ListQuery<Key, Sort>,
  scope: ListScope<Columns, Row>,
  total: number,
): AsyncGenerator<Row[]> {
  const toRow = rowReader(source, scope.toRow);
  const isAfter = sql.raw(query.sort.direction === "asc" ? ">" : "<");
  // Without an index for the filters each page would read and sort everything again.
  const walks = total > EXPORT_PAGE && !source.mergeByIndex?.(query, 2);
  let last: RawRow | undefined;
  do {
    const behind =
      last && sql`(${source.sorts[query.sort.by]}, ${source.id}) ${isAfter} (${last.sorted}, ${last.listed})`;
    const page: RowsOfPage = { where: and(scope.where, behind), limit: EXPORT_PAGE, alsoBound: 2 };
    if (walks) page.index = source.exportIndex;
    const [rows] = (await batchRaw(db, selectRows(db, source, query, page))) as [RawRow[]];
    last = rows[EXPORT_PAGE - 1];
    yield rows.map(toRow);
  } while (last);
}

type RawRow = Record<string, unknown>;

interface RowsOfPage {
  where?: SQL | undefined;
  limit: number;
  offset?: number;
  alsoBound?: number;
  index?: SQL | undefined;
}

function orderOf<Key extends string, Sort extends string>(
  { sorts, id }: ListSource<Key, Sort, ListColumns>,
  { sort }: ListQuery<Key, Sort>,
): SQL {
  const direction = sql.raw(sort.direction);
  return sql`${sorts[sort.by]} ${direction}, ${id} ${direction}`;
}

/** Validated integers, inlined to save bound values: a statement takes 100. */
const window = ({ limit, offset = 0 }: { limit: number; offset?: number }) =>
  sql.raw(`limit ${limit}${offset ? ` offset ${offset}` : ""}`);

const whereClause = (where: SQL | undefined) => (where ? sql` where ${where}` : sql``);

/**
 * The rows of one page. The page is cut first, under the table's own name, and joined afterwards, so names are looked
 * up for its rows only.
 */
function selectRows<Key extends string, Sort extends string>(
  db: Db,
  source: ListSource<Key, Sort, ListColumns>,
  query: ListQuery<Key, Sort>,
  { where, index = sql``, alsoBound = 0, ...page }: RowsOfPage,
) {
  const { table, filterJoin = sql``, join = sql`` } = source;
  const order = orderOf(source, query);
  const from = (condition: SQL | undefined) =>
    sql`select ${table}.* from ${table}${index} ${filterJoin}${whereClause(and(where, condition))}`;
  const merged = source.mergeByIndex?.(query, alsoBound);
  const rows = merged
    ? sql`select * from (${unionAllByIndex(merged.map(from))}) ${table} order by ${order} ${window(page)}`
    : sql`${from(listWhere(query, source.filters))} order by ${order} ${window(page)}`;
  return db.select(listFields(source, query)).from(sql`(${rows}) ${table} ${join}`);
}

/** One scan for rows and total. The total stands in every row, and without a row in one whose id is null. */
function selectWithTotal<Key extends string, Sort extends string>(
  db: Db,
  source: ListSource<Key, Sort, ListColumns>,
  query: ListQuery<Key, Sort>,
  visible: SQL | undefined,
) {
  const { table, id, sorts, filterJoin = sql``, join = sql`` } = source;
  const where = whereClause(and(visible, listWhere(query, source.filters)));
  const direction = sql.raw(query.sort.direction);
  const order = sql`sorted ${direction}, listed ${direction}`;
  const page = window({ limit: query.pageSize, offset: query.page * query.pageSize });
  const matching = sql`with matching as materialized (select ${table}.*, ${id} as listed, ${sorts[query.sort.by]} as sorted from ${table} ${filterJoin}${where})`;
  const rows = sql`${matching} select * from (select count(*) as matches from matching) left join (select * from matching order by ${order} ${page}) on true order by ${order}`;
  return db
    .select({ ...listFields(source, query), matches: sql<number>`matches`.as("matches") })
    .from(sql`(${rows}) ${table} ${join}`);
}

const selectTotal = <Key extends string, Sort extends string>(
  db: Db,
  { table, filterJoin = sql``, filters }: ListSource<Key, Sort, ListColumns>,
  query: ListQuery<Key, Sort>,
  visible: SQL | undefined,
) =>
  db
    .select({ total: sql<number>`count(*)`.as("total") })
    .from(sql`${table} ${filterJoin}`)
    .where(and(visible, listWhere(query, filters)));

/** The row's fields, with the id and the sorted value, from where an export continues. */
const listFields = <Key extends string, Sort extends string>(
  { id, sorts, columns }: ListSource<Key, Sort, ListColumns>,
  { sort }: ListQuery<Key, Sort>,
) => aliased({ ...columns, listed: id, sorted: sorts[sort.by] });

/** Columns under their field names, because D1 returns rows as objects, where two equal names become one. */
function aliased(columns: ListColumns): Record<string, SQL.Aliased> {
  const fields: Record<string, SQL.Aliased> = {};
  for (const [name, column] of Object.entries(columns)) {
    const value = is(column, SQL.Aliased) ? column.sql : column;
    // Nested, or drizzle drops the table's name, which other tables of the join need.
    fields[name] = sql`${sql`${value}`}`.as(name);
  }
  return fields;
}

/**
 * Reads D1's rows as the fields of the list. Most columns arrive as they are, and decoding every value would take
 * longer than the query.
 */
function rowReader<Columns extends ListColumns, Row>(
  { columns }: { columns: Columns },
  toRow?: (row: SelectResultFields<Columns>) => Row,
) {
  const encoded = Object.entries(columns).flatMap(([name, column]) =>
    is(column, SQLiteColumn) && encodedTypes.includes(column.dataType) ? [[name, column] as const] : [],
  );
  return ({ listed: _listed, sorted: _sorted, matches: _matches, ...fields }: RawRow): Row => {
    for (const [name, column] of encoded)
      if (fields[name] !== null) fields[name] = column.mapFromDriverValue(fields[name]);
    const row = fields as SelectResultFields<Columns>;
    return toRow ? toRow(row) : (row as Row);
  };
}

/** The drizzle types that SQLite stores as another one. */
const encodedTypes: readonly string[] = ["boolean", "json", "date", "custom"];
