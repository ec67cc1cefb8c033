import { and, count, isNull, max } from "drizzle-orm";
import { paths } from "~/paths";
import { bookChecks, bookDifferences } from "~db/schema";
import type { Context } from "../context";
import type { PartState, Trouble } from "./trouble";

/** Whether the nightly check of the books ran, and the differences that nobody has explained yet. */
export async function checkBooks({ db }: Pick<Context, "db">): Promise<{ state: PartState; troubles: Trouble[] }> {
  const [[run], [open]] = await db.batch([
    db.select({ at: max(bookChecks.lastRunAt) }).from(bookChecks),
    db
      .select({ n: count() })
      .from(bookDifferences)
      .where(and(isNull(bookDifferences.goneAt), isNull(bookDifferences.note))),
  ]);
  const differences = open?.n ?? 0;
  const trouble: Trouble = {
    part: "books",
    cause: "books",
    text: differences === 1 ? "1 record differs from the books." : `${differences} records differ from the books.`,
    advice: "Open each difference, mend its cause, or explain it with a note.",
    path: paths.books(),
  };
  return { state: run?.at == null ? "not run yet" : "ok", troubles: differences > 0 ? [trouble] : [] };
}
