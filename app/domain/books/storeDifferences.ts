import { isNull, sql } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { bookDifferences } from "~db/schema";
import type { Context } from "../context";
import type { BookDifference } from "./check";

/** More of one check say nothing new, and the page could not show them. */
export const MAX_OPEN = 500;

/** The records that disagree, by check. */
export type OpenDifferences = Map<string, Set<string>>;

export async function openDifferences(ctx: Context): Promise<OpenDifferences> {
  const rows = await ctx.db
    .select({ checkId: bookDifferences.checkId, recordId: bookDifferences.recordId })
    .from(bookDifferences)
    .where(isNull(bookDifferences.goneAt));
  const open: OpenDifferences = new Map();
  for (const { checkId, recordId } of rows) open.set(checkId, (open.get(checkId) ?? new Set()).add(recordId));
  return open;
}

/**
 * Writes what a check found among these records: new and repeated differences, and the end of those that are gone.
 * `open` is brought up to date. One that comes back starts over: its note is cleared and it is mailed again.
 */
export async function storeDifferences(
  ctx: Context,
  open: OpenDifferences,
  {
    checkId,
    recordKind,
    keys,
    found,
  }: { checkId: string; recordKind: string; keys: readonly string[]; found: readonly BookDifference[] },
): Promise<void> {
  const { db, now } = ctx;
  const before = open.get(checkId) ?? new Set<string>();
  const records = new Set(found.map(({ record }) => record));
  const gone = keys.filter((key) => before.has(key) && !records.has(key));
  const room = MAX_OPEN - before.size + gone.length;
  const fresh = found.filter(({ record }) => !before.has(record)).slice(0, Math.max(0, room));
  const written = [...found.filter(({ record }) => before.has(record)), ...fresh];
  const wasGone = sql`${bookDifferences.goneAt} is not null`;
  const kept = (column: "note" | "notedById" | "notedAt" | "mailedAt") =>
    sql`iif(${wasGone}, null, ${bookDifferences[column]})`;
  await atomicBatch(db, [
    ...written.map(({ record, expected, actual }) =>
      db
        .insert(bookDifferences)
        .values({
          id: newId(now),
          checkId,
          recordKind,
          recordId: record,
          expected,
          actual,
          firstSeenAt: now,
          lastSeenAt: now,
        })
        .onConflictDoUpdate({
          target: [bookDifferences.checkId, bookDifferences.recordId],
          set: {
            expected,
            actual,
            lastSeenAt: now,
            firstSeenAt: sql`iif(${wasGone}, ${now}, ${bookDifferences.firstSeenAt})`,
            note: kept("note"),
            notedById: kept("notedById"),
            notedAt: kept("notedAt"),
            mailedAt: kept("mailedAt"),
            goneAt: null,
          },
        }),
    ),
    ...(gone.length === 0
      ? []
      : [
          db
            .update(bookDifferences)
            .set({ goneAt: now })
            .where(
              sql`${bookDifferences.checkId} = ${checkId} and ${bookDifferences.recordId} in (select value from json_each(${JSON.stringify(gone)}))`,
            ),
        ]),
  ]);
  for (const { record } of fresh) before.add(record);
  for (const key of gone) before.delete(key);
  open.set(checkId, before);
}
