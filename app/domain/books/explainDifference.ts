import { and, eq, isNull } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { bookDifferences } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import { actorId, type Context } from "../context";
import { Conflict, NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import type { ExplainDifferenceInput } from "./explainDifferenceInput";

/**
 * Stores a super admin's note about a difference (rules.md books/explained). Throws NotFound; Conflict when the record
 * agrees again, or when another person's note came first.
 */
export async function explainDifference(ctx: Context, input: ExplainDifferenceInput & { id: string }): Promise<void> {
  authorize(ctx, "books.read");
  const { db, now } = ctx;
  const stored = await db.select().from(bookDifferences).where(eq(bookDifferences.id, input.id)).get();
  if (!stored) throw new NotFound();
  if (stored.goneAt !== null) throw new Conflict("This record agrees again, so it needs no note.");
  if (stored.note === input.note) return;
  const asRead = stored.note === null ? isNull(bookDifferences.note) : eq(bookDifferences.note, stored.note);
  await atomicBatch(db, [
    db
      .update(bookDifferences)
      .set({ note: input.note, notedById: actorId(ctx), notedAt: now })
      .where(and(eq(bookDifferences.id, input.id), isNull(bookDifferences.goneAt), asRead)),
    assertRowsChanged(db),
    historyStatement(ctx, {
      entity: "bookDifference",
      entityId: input.id,
      action: "Difference explained",
      changes: [{ field: "note", before: stored.note, after: input.note }],
    }),
  ]).catch(conflictOnPreconditionFailed);
}
