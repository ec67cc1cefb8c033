/** The allow-list of a list's filters and sorts, shared by page, API and export (S12). */
export interface ListDefinition<Key extends string = string, Sort extends string = string> {
  name: string;
  filters: Record<Key, FilterDefinition>;
  sorts: readonly Sort[];
  defaultSort: { by: Sort; direction: SortDirection };
  /** Applied by pages when the address has no filter of that key. The API ignores them. */
  defaultFilters?: Partial<Record<Key, string>>;
  pageSizes: readonly number[];
  defaultPageSize: number;
  /** A page counts no more rows than its pages reach, where no counter has the total. */
  boundedTotal?: true;
}

export type SortDirection = "asc" | "desc";
export type Operation = "eq" | "like" | "in" | "isnull" | "btn";

export interface FilterDefinition {
  label: string;
  operations: readonly Operation[];
  /** Values outside this set are rejected. */
  options?: readonly string[];
  /** How values are parsed; default 'text'. 'time' is ISO 8601 or ms in requests and ms UTC afterwards. */
  kind?: "text" | "number" | "time" | "flag";
  /** A time that is a day of the agency. The days of all others are the reader's. */
  days?: "agency";
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
  /** Counts at most MAX_PAGED + 1 rows, where no counter has the total. */
  boundedTotal?: true;
  /** Unknown filters of the address: ignored, but shown next to the filters. */
  unread?: UnreadFilter[];
}

export interface UnreadFilter {
  /** 'Status: "Nonsense" was not understood' */
  label: string;
  /** The query parameters that hold it. */
  names: string[];
}

export interface Page<Row> {
  content: Row[];
  totalElements: number;
}

/** The specified page sizes. A list may offer fewer. */
export const PAGE_SIZES = [5, 10, 25, 50, 100] as const;
/** Of the API, which takes any size up to this. */
export const MAX_PAGE_SIZE = 100;
export const MAX_FILTERS = 20;
export const MAX_TERM = 200;
/** Rows that pages reach, because a page reads all rows before it (rules.md lists/reach). */
export const MAX_PAGED = 1000;
/** Far above any list; keeps offsets within safe integers. */
export const MAX_PAGE = 1_000_000;

export const defineList = <Key extends string, Sort extends string>(definition: ListDefinition<Key, Sort>) =>
  definition;

export type KeyOf<L> = L extends ListDefinition<infer Key, string> ? Key : never;
export type SortOf<L> = L extends ListDefinition<string, infer Sort> ? Sort : never;
