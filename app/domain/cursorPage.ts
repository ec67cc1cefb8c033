/** How many messages, reports or entries of an order a page shows. */
export const CURSOR_PAGE_SIZE = 50;

/** The newest rows of something written one after the other, or those before a chosen one. Oldest first. */
export interface CursorPage<Row> {
  rows: Row[];
  /** True when older rows exist. */
  earlier: boolean;
  /** True when it was asked for by the row that follows it. */
  later: boolean;
}

/** From at most CURSOR_PAGE_SIZE + 1 rows, newest first: the last one only tells that there are more. */
export const toCursorPage = <Row>(newestFirst: readonly Row[], before: string | null): CursorPage<Row> => ({
  rows: newestFirst.slice(0, CURSOR_PAGE_SIZE).reverse(),
  earlier: newestFirst.length > CURSOR_PAGE_SIZE,
  later: before !== null,
});
