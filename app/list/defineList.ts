/** What one list can be asked: the allow-list behind page, API and export (S12). */
export interface ListDefinition<Key extends string = string, Sort extends string = string> {
  name: string;
  filters: Record<Key, FilterDefinition>;
  sorts: readonly Sort[];
  defaultSort: { by: Sort; direction: SortDirection };
  /** Applied by the page when its address names no filter of that key; the API sends what it wants. */
  defaultFilters?: Partial<Record<Key, string>>;
  pageSizes: readonly number[];
  defaultPageSize: number;
}

export type SortDirection = "asc" | "desc";
export type Operation = "eq" | "like" | "in" | "isnull" | "btn";

export interface FilterDefinition {
  label: string;
  operations: readonly Operation[];
  /** Closed set of values; anything else is refused. */
  options?: readonly string[];
  /** How the text of a value is read. Default 'text'. 'time' is ISO 8601 or ms on the wire and ms inside. */
  kind?: "text" | "number" | "time" | "flag";
}

export type ListFilter<Key extends string = string> =
  | { key: Key; operation: "eq" | "like"; value: string | number | boolean }
  | { key: Key; operation: "in"; values: (string | number)[] }
  | { key: Key; operation: "isnull" }
  | { key: Key; operation: "btn"; from: number; to: number };

export interface ListQuery<Key extends string = string, Sort extends string = string> {
  /** Zero-based. */
  page: number;
  pageSize: number;
  filters: ListFilter<Key>[];
  sort: { by: Sort; direction: SortDirection };
  /** What an address asked for and the list does not know: left out, and told beside the filters. */
  unread?: UnreadFilter[];
}

export interface UnreadFilter {
  /** 'Status: "Nonsense" was not understood' */
  label: string;
  /** The parts of the address that hold it. */
  names: string[];
}

export interface Page<Row> {
  content: Row[];
  totalElements: number;
}

/** The specified page sizes. A list may offer fewer. */
export const PAGE_SIZES = [5, 10, 25, 50, 100] as const;
export const MAX_FILTERS = 20;
export const MAX_TERM = 200;
/** Far above what any list holds; keeps offsets inside safe integers. */
export const MAX_PAGE = 1_000_000;

export const defineList = <Key extends string, Sort extends string>(definition: ListDefinition<Key, Sort>) =>
  definition;

export type KeyOf<L> = L extends ListDefinition<infer Key, string> ? Key : never;
export type SortOf<L> = L extends ListDefinition<string, infer Sort> ? Sort : never;
