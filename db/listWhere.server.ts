import { and, between, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { ListFilter, ListQuery } from "~/list/defineList";
import { users } from "./schema";
import { emailTerm, hasWords } from "./searchWords";

/** How each filter key translates to SQL: a column, or a function when it takes more than one. */
export type FilterColumns<Key extends string> = Record<
  Key,
  SQLiteColumn | ((filter: ListFilter<Key>) => SQL | undefined)
>;

/**
 * The `where` of a validated list query. 'Like' uses instr on the folded column for each word, because D1 rejects
 * patterns over 50 bytes.
 */
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
      return isText(column, String(filter.value));
    case "in":
      // One bound value for any length: a statement takes at most 100.
      return sql`${column} in (select value from json_each(${JSON.stringify(filter.values)}))`;
    case "isnull":
      return isNull(column);
    case "btn":
      return between(column, filter.from, filter.to);
  }
}

/** An address has no words, and a text may be a mailbox. */
const isText = (column: SQLiteColumn, text: string) =>
  column.name === users.emailFolded.name ? sql`instr(${column}, ${emailTerm(text)}) > 0` : hasWords(column, text);
