import { and, eq } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, isUniqueViolation } from "~db/client.server";
import { foldText } from "~db/foldText";
import { tags } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { Conflict, staleRecord } from "../errors";
import { changedFields } from "../history/changedFields";
import { historyStatement } from "../history/historyStatement";
import { storedTag } from "./findTags";
import type { ChangeTagInput } from "./tagInput";

export const TAG_NAME_TAKEN = "A tag with this name exists";

/**
 * Renames and recolors a tag on all its orders (rules.md orders/tags). Throws NotFound; Conflict for a name in use and
 * when the tag no longer is what the person saw.
 */
export async function changeTag(ctx: Context, id: string, input: ChangeTagInput): Promise<void> {
  authorize(ctx, "tags.manage");
  const { name, color, formerName, formerColor } = input;
  const before = await storedTag(ctx, id);
  if (before.name !== formerName || before.color !== formerColor) throw staleRecord();
  const changes = changedFields(["name", "color"], before, { ...before, name, color });
  if (changes.length === 0) return;
  await atomicBatch(ctx.db, [
    ctx.db
      .update(tags)
      .set({ name, nameFolded: foldText(name), color })
      .where(and(eq(tags.id, id), eq(tags.name, before.name), eq(tags.color, before.color))),
    assertRowsChanged(ctx.db),
    historyStatement(ctx, { entity: "tag", entityId: id, action: "Tag changed", changes }),
  ]).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw new Conflict(TAG_NAME_TAKEN, "name");
    return conflictOnPreconditionFailed(error);
  });
}
