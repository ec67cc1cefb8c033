import { and, asc, isNull, sql } from "drizzle-orm";
import { paths } from "~/paths";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { bookDifferences } from "~db/schema";
import type { Context } from "../context";
import { composeMail } from "../notifications/composeMail";
import { mailStatements } from "../notifications/mailStatements";
import { superAdmins } from "../recovery/superAdmins";
import { allChecks } from "./checks";

/** One mail lists this many; the next run mails the rest. */
const MAX_MAILED = 50;
const RECORDS_NAMED = 5;

/**
 * Mails super admins the differences that no mail named yet, in one mail each (rules.md books/mailed-once). Returns how
 * many.
 */
export async function mailDifferences(ctx: Context): Promise<number> {
  const { db, now } = ctx;
  const fresh = await db
    .select()
    .from(bookDifferences)
    .where(and(isNull(bookDifferences.goneAt), isNull(bookDifferences.mailedAt), isNull(bookDifferences.note)))
    .orderBy(asc(bookDifferences.checkId), asc(bookDifferences.recordId))
    .limit(MAX_MAILED);
  if (fresh.length === 0) return 0;
  const admins = await superAdmins(ctx);
  const count = fresh.length === 1 ? "1 record" : `${fresh.length} records`;
  const paragraphs = [
    `The nightly check of the books found ${count} that ${fresh.length === 1 ? "does" : "do"} not agree.`,
    ...allChecks.flatMap(({ id, sentence }) => {
      const ofCheck = fresh.filter(({ checkId }) => checkId === id);
      if (ofCheck.length === 0) return [];
      const named = ofCheck
        .slice(0, RECORDS_NAMED)
        .map(
          ({ recordKind, recordId, expected, actual }) =>
            `${recordKind} ${recordId}: expected ${expected}, found ${actual}`,
        );
      const rest = ofCheck.length > RECORDS_NAMED ? [`and ${ofCheck.length - RECORDS_NAMED} more`] : [];
      return [`${sentence} (${id}) ${[...named, ...rest].join("; ")}.`];
    }),
  ];
  try {
    await atomicBatch(db, [
      db
        .update(bookDifferences)
        .set({ mailedAt: now })
        .where(
          sql`${bookDifferences.mailedAt} is null and ${bookDifferences.id} in (select value from json_each(${JSON.stringify(fresh.map(({ id }) => id))}))`,
        ),
      assertRowsChanged(db, fresh.length),
      ...admins.flatMap((admin) =>
        mailStatements(ctx, {
          to: admin.email,
          ...composeMail(ctx, "bookDifferences", {
            firstName: admin.firstName,
            values: { records: count },
            block: { paragraphs },
            action: { label: "Open the books", url: ctx.siteUrl + paths.books() },
          }),
          dedupeKey: `books:${now}:${fresh[0]!.id}:${admin.id}`,
        }),
      ),
    ]);
  } catch (error) {
    // Another run mailed them.
    if (error instanceof PreconditionFailed) return 0;
    throw error;
  }
  ctx.after(() => ctx.publish.outboxWaiting());
  return fresh.length;
}
