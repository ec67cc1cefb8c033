import { and, eq } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { orderTags, tags } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { storedTag } from "./findTags";

/**
 * Takes a tag off all its orders and deletes it (rules.md orders/tags). Throws NotFound; Conflict for one renamed
 * meanwhile.
 */
export async function deleteTag(ctx: Context, id: string): Promise<void> {
  authorize(ctx, "tags.manage");
  const { name } = await storedTag(ctx, id);
  await atomicBatch(ctx.db, [
    ctx.db.delete(orderTags).where(eq(orderTags.tagId, id)),
    ctx.db.delete(tags).where(and(eq(tags.id, id), eq(tags.name, name))),
    assertRowsChanged(ctx.db),
    historyStatement(ctx, {
      entity: "tag",
      entityId: id,
      action: "Tag deleted",
      changes: [{ field: "name", before: name, after: null }],
    }),
  ]).catch(conflictOnPreconditionFailed);
}
