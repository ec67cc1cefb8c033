import { authorize } from "../access";
import type { Context } from "../context";
import { checkKeys, nextKeys } from "./bookPages";
import { type BookDifference, bookSubjects } from "./check";
import { allChecks, COUNTERS_CHECK } from "./checks";
import { counterRecords, countersOfAll } from "./portalCounters";

export interface CheckResult {
  id: string;
  sentence: string;
  /** Records looked at. */
  rows: number;
  differences: BookDifference[];
}

/**
 * Runs every check on every record and stores nothing: for the command and for tests. Bounded statements, no bound in
 * all.
 */
export async function readBooks(ctx: Context): Promise<CheckResult[]> {
  authorize(ctx, "books.check");
  const results = new Map<string, CheckResult>(
    allChecks.map(({ id, sentence }) => [id, { id, sentence, rows: 0, differences: [] }]),
  );
  for (const subject of bookSubjects) {
    for (let after = "", done = false; !done; ) {
      const { keys, last } = await nextKeys(ctx, subject, after);
      done = last;
      after = keys.at(-1) ?? after;
      if (keys.length === 0) continue;
      for (const [id, found] of await checkKeys(ctx, subject, keys)) {
        const result = results.get(id)!;
        result.rows += keys.length;
        result.differences.push(...found);
      }
    }
  }
  const counters = results.get(COUNTERS_CHECK.id)!;
  counters.rows = counterRecords.length;
  counters.differences = (await countersOfAll(ctx)) ?? [];
  return [...results.values()];
}
