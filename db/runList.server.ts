import { and, is, SQL, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import { SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { type ListQuery, MAX_PAGED, type Page } from "~/list/defineList";
import { batchRaw, type Db, type FlatSelect, type RawRow, rawSelect, renderSql } from "./client.server";
import { type FilterColumns, listWhere } from "./listWhere.server";
import { unionAllByIndex } from "./unionAllByIndex";

export type ListColumns = Record<string, SQLiteColumn | SQL | SQL.Aliased>;

/** Where the rows of a list come from, what they show, and what its filters and sorts mean in SQL. */
interface ListDeclaration<Key extends string, Sort extends string, Columns extends ListColumns> {
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

export interface ListSource<Key extends string, Sort extends string, Columns extends ListColumns>
  extends ListDeclaration<Key, Sort, Columns> {
  /** Rendered at the first use. */
  constants(): ListConstants<Sort>;
}

/** The parts of a list's SQL that every query shares, as text: rendering them takes longer than running the query. */
interface ListConstants<Sort extends string> {
  table: SQL;
  id: SQL;
  columns: SQL;
  join: SQL;
  filterJoin: SQL;
  sorts: Record<Sort, SQL>;
  /** Columns that D1 returns in another type than the row's. Decoding all of them would take longer than the query. */
  encoded: [string, SQLiteColumn][];
}

export function listSource<Key extends string, Sort extends string, Columns extends ListColumns>(
  source: ListDeclaration<Key, Sort, Columns>,
): ListSource<Key, Sort, Columns> {
  let constants: ListConstants<Sort> | undefined;
  return {
    ...source,
    constants: () => {
      constants ??= renderConstants(source);
      return constants;
    },
  };
}

function renderConstants<Key extends string, Sort extends string>(
  source: ListDeclaration<Key, Sort, ListColumns>,
): ListConstants<Sort> {
  const { table, id, columns, join = sql``, filterJoin = sql``, sorts } = source;
  const fields = Object.entries(columns).map(([name, column]) => {
    const value = is(column, SQL.Aliased) ? column.sql : column;
    // Named after the field, because D1 returns rows as objects, where two equal names become one.
    return sql`${value} as ${sql.identifier(name)}`;
  });
  const texts = Object.entries<SQLiteColumn | SQL>(sorts).map(([by, sorted]) => [by, constant(sql`${sorted}`)]);
  return {
    table: constant(sql`${table}`),
    id: constant(sql`${id}`),
    columns: constant(sql.join(fields, sql`, `)),
    join: constant(join),
    filterJoin: constant(filterJoin),
    sorts: Object.fromEntries(texts),
    encoded: Object.entries(columns).filter(
      (entry): entry is [string, SQLiteColumn] =>
        is(entry[1], SQLiteColumn) && encodedTypes.includes(entry[1].dataType),
    ),
  };
}

function constant(part: SQL): SQL {
  const { sql: text, params } = renderSql(part);
  if (params.length > 0) throw new Error(`A list's constant SQL binds values: ${text}`);
  return sql.raw(text);
}

/** The drizzle types that SQLite stores as another one. */
const encodedTypes: readonly string[] = ["boolean", "json", "date", "custom"];

export type ListRow<Source> =
  Source extends ListSource<infer _Key, infer _Sort, infer Columns> ? SelectResultFields<Columns> : never;

type SelectTotal = FlatSelect<{ total: number | null }>;

export interface ListScope<Columns extends ListColumns, Row> {
  /** The rows that the caller may see. */
  where?: SQL | undefined;
  /** A stored counter that answers the total without counting rows. */
  total?: SelectTotal | null;
  toRow?(row: SelectResultFields<Columns>): Row;
}

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
  const { selects, toPage } = listPage(source, query, scope);
  return toPage(await batchRaw(db, ...selects));
}

/** The same page as statements for the caller's own batch, and `toPage` for their rows. */
export function listPage<
  Key extends string,
  Sort extends string,
  Columns extends ListColumns,
  Row = SelectResultFields<Columns>,
>(source: ListSource<Key, Sort, Columns>, query: ListQuery<Key, Sort>, scope: ListScope<Columns, Row> = {}) {
  const toRow = rowReader(source, scope.toRow);
  if (!scope.total && source.scans?.(query)) {
    return {
      selects: [selectWithTotal(source, query, scope.where)],
      toPage: ([rows]: RawRow[][]): Page<Row> => ({
        content: rows!.filter((row) => row.listed !== null).map(toRow),
        totalElements: (rows![0]?.matches as number) ?? 0,
      }),
    };
  }
  const { page, pageSize } = query;
  return {
    selects: [
      selectRows(source, query, { ...scope, limit: pageSize, offset: page * pageSize }),
      scope.total ?? selectTotal(source, query, scope.where, query.boundedTotal ? MAX_PAGED + 1 : undefined),
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
  const { table, columns, join } = source.constants();
  const query = sql`select ${columns} from ${table} ${join}${whereClause(where)} limit 1`;
  const [[row]] = await batchRaw(db, rawSelect(query));
  return row ? rowReader<Columns, SelectResultFields<Columns>>(source)(row) : null;
}

export interface RowsOfPage {
  where?: SQL | undefined;
  limit: number;
  offset?: number;
  alsoBound?: number;
  index?: SQL | undefined;
}

function orderOf<Key extends string, Sort extends string>(
  source: ListSource<Key, Sort, ListColumns>,
  { sort }: ListQuery<Key, Sort>,
): SQL {
  const { sorts, id } = source.constants();
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
export function selectRows<Key extends string, Sort extends string>(
  source: ListSource<Key, Sort, ListColumns>,
  query: ListQuery<Key, Sort>,
  { where, index = sql``, alsoBound = 0, ...page }: RowsOfPage,
) {
  const { table, filterJoin, join } = source.constants();
  const order = orderOf(source, query);
  const from = (condition: SQL | undefined) =>
    sql`select ${table}.* from ${table}${index} ${filterJoin}${whereClause(and(where, condition))}`;
  const merged = source.mergeByIndex?.(query, alsoBound);
  const rows = merged
    ? sql`select * from (${unionAllByIndex(merged.map(from))}) ${table} order by ${order} ${window(page)}`
    : sql`${from(listWhere(query, source.filters))} order by ${order} ${window(page)}`;
  return rawSelect(sql`select ${listFields(source, query)} from (${rows}) ${table} ${join}`);
}

/** One scan for rows and total. The total stands in every row, and without a row in one whose id is null. */
function selectWithTotal<Key extends string, Sort extends string>(
  source: ListSource<Key, Sort, ListColumns>,
  query: ListQuery<Key, Sort>,
  visible: SQL | undefined,
) {
  const { table, id, sorts, filterJoin, join } = source.constants();
  const where = whereClause(and(visible, listWhere(query, source.filters)));
  const direction = sql.raw(query.sort.direction);
  const order = sql`sorted ${direction}, listed ${direction}`;
  const page = window({ limit: query.pageSize, offset: query.page * query.pageSize });
  const matching = sql`with matching as materialized (select ${table}.*, ${id} as listed, ${sorts[query.sort.by]} as sorted from ${table} ${filterJoin}${where})`;
  const rows = sql`${matching} select * from (select count(*) as matches from matching) left join (select * from matching order by ${order} ${page}) on true order by ${order}`;
  return rawSelect(sql`select ${listFields(source, query)}, matches from (${rows}) ${table} ${join}`);
}

export function selectTotal<Key extends string, Sort extends string>(
  source: ListSource<Key, Sort, ListColumns>,
  query: ListQuery<Key, Sort>,
  visible: SQL | undefined,
  atMost?: number,
): SelectTotal {
  const { table, filterJoin } = source.constants();
  const where = whereClause(and(visible, listWhere(query, source.filters)));
  const matching = sql`from ${table} ${filterJoin}${where}`;
  return rawSelect(
    atMost
      ? sql`select count(*) as total from (select 1 ${matching} ${window({ limit: atMost })})`
      : sql`select count(*) as total ${matching}`,
  );
}

/** The row's fields, with the id and the sorted value, from where an export continues. */
function listFields<Key extends string, Sort extends string>(
  source: ListSource<Key, Sort, ListColumns>,
  { sort }: ListQuery<Key, Sort>,
): SQL {
  const { columns, id, sorts } = source.constants();
  return sql`${columns}, ${id} as listed, ${sorts[sort.by]} as sorted`;
}

/** Reads D1's rows as the fields of the list. */
export function rowReader<Columns extends ListColumns, Row>(
  source: ListSource<never, never, Columns>,
  toRow?: (row: SelectResultFields<Columns>) => Row,
) {
  const { encoded } = source.constants();
  return ({ listed: _listed, sorted: _sorted, matches: _matches, ...fields }: RawRow): Row => {
    for (const [name, column] of encoded)
      if (fields[name] !== null) fields[name] = column.mapFromDriverValue(fields[name]);
    const row = fields as SelectResultFields<Columns>;
    return toRow ? toRow(row) : (row as Row);
  };
}
