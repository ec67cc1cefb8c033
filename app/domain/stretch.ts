/** How many messages, reports or entries of an order a page shows. */
export const STRETCH = 50;

/** The newest rows of something written one after the other, or those before a chosen one. Oldest first. */
export interface Stretch<Row> {
  rows: Row[];
  /** True when older rows exist. */
  earlier: boolean;
  /** True when it was asked for by the row that follows it. */
  later: boolean;
}

/** From at most STRETCH + 1 rows, newest first: the last one only tells that there are more. */
export const stretchOf = <Row>(newestFirst: readonly Row[], before: string | null): Stretch<Row> => ({
  rows: newestFirst.slice(0, STRETCH).reverse(),
  earlier: newestFirst.length > STRETCH,
  later: before !== null,
});
