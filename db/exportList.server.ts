import { and, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { ListQuery } from "~/list/defineList";
import { batchRaw, type Db, type RawRow } from "./client.server";
import {
  type ListColumns,
  type ListScope,
  type ListSource,
  type RowsOfPage,
  rowReader,
  selectRows,
  selectTotal,
} from "./runList.server";

/**
 * Rows per statement of an export. Rows of a larger page outlive the engine's cheap collections, so memory grows by
 * more. With a smaller one the largest file would take more than half of the 1,000 statements of an invocation.
 */
export const EXPORT_PAGE = 1010;

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
  const [totals] = await batchRaw(db, scope.total ?? selectTotal(source, query, scope.where));
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
  const { sorts, id } = source.constants();
  const isAfter = sql.raw(query.sort.direction === "asc" ? ">" : "<");
  // Without an index for the filters each page would read and sort everything again.
  const walks = total > EXPORT_PAGE && !source.mergeByIndex?.(query, 2);
  let last: RawRow | undefined;
  do {
    const behind = last && sql`(${sorts[query.sort.by]}, ${id}) ${isAfter} (${last.sorted}, ${last.listed})`;
    const page: RowsOfPage = { where: and(scope.where, behind), limit: EXPORT_PAGE, alsoBound: 2 };
    if (walks) page.index = source.exportIndex;
    const [rows] = await batchRaw(db, selectRows(source, query, page));
    last = rows[EXPORT_PAGE - 1];
    yield rows.map(toRow);
  } while (last);
}
