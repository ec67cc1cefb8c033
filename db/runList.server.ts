import { and, asc, between, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { ListFilter, ListQuery } from "~/list/defineList";
import { foldText } from "./foldText";

/** How each filter key is said in SQL: a column, or a function when it takes more than one. */
export type FilterColumns<Key extends string> = Record<
  Key,
  SQLiteColumn | ((filter: ListFilter<Key>) => SQL | undefined)
>;

/** The `where` of a checked list query. Like is a search inside the folded column: D1 refuses patterns over 50 bytes. */
export function listWhere<Key extends string>(query: ListQuery<Key>, columns: FilterColumns<Key>): SQL | undefined {
  return and(
    ...query.filters.map((filter) => {
      const column = columns[filter.key];
      if (typeof column === "function") return column(filter);
      return columnWhere(column, filter);
    }),
  );
}

export function columnWhere<Key extends string>(column: SQLiteColumn, filter: ListFilter<Key>): SQL {
  switch (filter.operation) {
    case "eq":
      return eq(column, filter.value);
    case "like":
      return sql`instr(${column}, ${foldText(String(filter.value))}) > 0`;
    case "in":
      // One bound value whatever the length: a statement takes at most 100.
      return sql`${column} in (select value from json_each(${JSON.stringify(filter.values)}))`;
    case "isnull":
      return isNull(column);
    case "btn":
      return between(column, filter.from, filter.to);
  }
}

/** Sort terms ending in the id, so that pages never overlap. The index that serves them ends alike. */
export function listOrder<Key extends string, Sort extends string>(
  query: ListQuery<Key, Sort>,
  columns: Record<Sort, SQLiteColumn>,
  id: SQLiteColumn,
): SQL[] {
  const direction = query.sort.direction === "asc" ? asc : desc;
  return [direction(columns[query.sort.by]), direction(id)];
}
