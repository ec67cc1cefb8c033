import { and, count, isNull, max } from "drizzle-orm";
import { paths } from "~/paths";
import type { Db } from "~db/client.server";
import { bookChecks, bookDifferences } from "~db/schema";
import type { PartState, Trouble } from "./trouble";

export const lastBookCheck = (db: Db) => db.select({ at: max(bookChecks.lastRunAt) }).from(bookChecks);

/** The differences that have no explanation yet. */
export const openDifferences = (db: Db) =>
  db
    .select({ n: count() })
    .from(bookDifferences)
    .where(and(isNull(bookDifferences.goneAt), isNull(bookDifferences.note)));

/** Whether the nightly check of the books ran, and what it found. */
export function booksHealth(lastRunAt: number | null, differences: number): { state: PartState; troubles: Trouble[] } {
  const trouble: Trouble = {
    part: "books",
    cause: "books",
    // checkBooks mails each difference, once.
    mailed: false,
    text: differences === 1 ? "1 record differs from the books." : `${differences} records differ from the books.`,
    advice: "Open each difference, mend its cause, or explain it with a note.",
    path: paths.books(),
  };
  return { state: lastRunAt === null ? "not run yet" : "ok", troubles: differences > 0 ? [trouble] : [] };
}
