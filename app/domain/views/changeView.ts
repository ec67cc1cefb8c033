import { and, eq, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, isUniqueViolation, PreconditionFailed } from "~db/client.server";
import { foldText } from "~db/foldText";
import { savedViews } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict, staleRecord } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { NAME_TAKEN } from "./saveView";
import type { ChangeViewInput } from "./viewInput";
import { editableView, editableViews } from "./visibleViews";

/** Renames a view, or shares it with the team. Throws NotFound; Conflict for a taken name or a stale version. */
export async function changeView(ctx: Context, id: string, { name, team, version }: ChangeViewInput): Promise<void> {
  authorize(ctx, "views.own");
  const before = await editableView(ctx, id);
  const changes = [
    { field: "name", before: before.name, after: name },
    { field: "team", before: before.team, after: team },
  ].filter((change) => change.before !== change.after);
  try {
    await atomicBatch(ctx.db, [
      ctx.db
        .update(savedViews)
        .set({ name, nameFolded: foldText(name), team, version: sql`${savedViews.version} + 1` })
        .where(and(eq(savedViews.id, id), eq(savedViews.version, version), editableViews(ctx))),
      assertRowsChanged(ctx.db),
      historyStatement(ctx, { entity: "savedView", entityId: id, action: "View changed", changes }),
    ]);
  } catch (error) {
    if (error instanceof PreconditionFailed) throw staleRecord();
    if (isUniqueViolation(error, "saved_views")) throw new Conflict(NAME_TAKEN, "name");
    throw error;
  }
}
