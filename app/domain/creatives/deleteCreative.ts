import { and, eq, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { creatives } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { replaceUploads } from "../uploads/usableUploads";
import { creativeHolder, storedCreative } from "./storedCreative";

/** Deletes a creative (DELETE /creative). The sweep removes its file. Throws NotFound. */
export async function deleteCreative(ctx: Context, id: string): Promise<void> {
  authorize(ctx, "creatives.manage");
  const { name } = await storedCreative(ctx, id);
  await atomicBatch(ctx.db, [
    ctx.db
      .update(creatives)
      .set({ deletedAt: ctx.now, version: sql`${creatives.version} + 1` })
      .where(and(eq(creatives.id, id), isNull(creatives.deletedAt))),
    assertRowsChanged(ctx.db),
    ...replaceUploads(ctx, [], creativeHolder(id)),
    historyStatement(ctx, { entity: "creative", entityId: id, action: `Creative deleted: ${name}`, changes: [] }),
  ]).catch(conflictOnPreconditionFailed);
}
