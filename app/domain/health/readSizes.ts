import type { Context } from "../context";

/** D1's limit of one database, in bytes. */
export const MAX_DATABASE_BYTES = 10_000_000_000;

export interface Sizes {
  /** Of the database. */
  databaseBytes: number;
  /** What the object store held when it was counted last (`countedAt`, ms UTC); null before the first count. */
  files: { count: number; bytes: number; countedAt: number } | null;
}

/** Reads how much the portal stores, in one statement. The caller must authorize. */
export async function readSizes({ db }: Pick<Context, "db">): Promise<Sizes> {
  const { results, meta } = await db.$client
    .prepare(`select files as "count", bytes, counted_at as "countedAt" from file_counts where counted_at is not null`)
    .all<NonNullable<Sizes["files"]>>();
  return { databaseBytes: meta.size_after, files: results[0] ?? null };
}
