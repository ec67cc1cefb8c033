import type { ProviderBooks } from "./provider";
import type { World } from "./world";

/** Both sides' books after the agency has come to rest. */
export interface Books {
  world: World;
  provider: ProviderBooks;
  rows: World["rows"];
}

export interface Invariant {
  id: string;
  says: string;
  /** What disagrees, in words that lead to the record. */
  differences(books: Books): Promise<string[]>;
}

export const words = (row: object) => JSON.stringify(row);
/** A rule whose query returns the rows that break it. */
export const none = (id: string, says: string, query: string): Invariant => ({
  id,
  says,
  differences: async ({ rows }) => (await rows<object>(query)).map(words),
});
export const rule = (id: string, says: string, differences: Invariant["differences"]): Invariant => ({
  id,
  says,
  differences,
});

/** Commands watch this rule while they play, because only they know what was before. */
export const watched = (id: string, says: string): Invariant => ({ id, says, differences: async () => [] });

export function grouped<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
