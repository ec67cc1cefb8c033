import { and, eq } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { savedViews } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { editableView, editableViews } from "./visibleViews";

/** Deletes a view; the list itself stays. Throws NotFound for one that the person may not change. */
export async function deleteView(ctx: Context, id: string): Promise<void> {
  authorize(ctx, "views.own");
  const { name } = await editableView(ctx, id);
  try {
    await atomicBatch(ctx.db, [
      ctx.db.delete(savedViews).where(and(eq(savedViews.id, id), editableViews(ctx))),
      assertRowsChanged(ctx.db),
      historyStatement(ctx, {
        entity: "savedView",
        entityId: id,
        action: "View deleted",
        changes: [{ field: "name", before: name, after: null }],
      }),
    ]);
  } catch (error) {
    if (error instanceof PreconditionFailed) throw new NotFound();
    throw error;
  }
}
