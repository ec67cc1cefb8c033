import { and, eq, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { creatives } from "~db/schema";
import { authorize } from "../access";
import { checkUploads } from "../catalogue/storedService";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { changedFields } from "../history/changedFields";
import { historyStatement } from "../history/historyStatement";
import { replaceUploads } from "../uploads/usableUploads";
import type { CreativeInput } from "./creativeInput";
import { type Creative, creativeHolder, creativeToChange } from "./storedCreative";

const recorded = ["name", "description", "url", "creativeStatus", "validUntil", "uploadKey"] as const;

/**
 * Creates or changes a creative (POST /creative). Throws NotFound, Invalid for a
 * file that may not be used, Conflict for a stale version (rules.md forms/version).
 */
export async function saveCreative(ctx: Context, input: CreativeInput): Promise<Creative> {
  authorize(ctx, "creatives.manage");
  const { db } = ctx;
  const stored = input.id === undefined ? null : await creativeToChange(ctx, input.id, input.version);
  const id = stored?.id ?? newId(ctx.now);
  const { name, description, url, creativeStatus, validUntil } = input;
  const uploadKey = input.uploadKey === undefined ? (stored?.uploadKey ?? null) : input.uploadKey;
  const keys = uploadKey === null ? [] : [uploadKey];
  await checkUploads(
    ctx,
    keys.map((key) => ({ field: "uploadKey", key, kind: "creativeFile" })),
    creativeHolder(id),
  );
  const values = { name, description, url, creativeStatus, validUntil, uploadKey };
  const row: Creative = stored
    ? { ...stored, ...values, version: stored.version + 1 }
    : { ...values, id, createdAt: ctx.now, deletedAt: null, version: 1 };

  await atomicBatch(db, [
    stored
      ? db
          .update(creatives)
          .set({ ...values, version: sql`${creatives.version} + 1` })
          .where(and(eq(creatives.id, id), eq(creatives.version, stored.version), isNull(creatives.deletedAt)))
      : db.insert(creatives).values(row),
    assertRowsChanged(db),
    ...replaceUploads(ctx, keys, creativeHolder(id)),
    historyStatement(ctx, {
      entity: "creative",
      entityId: id,
      action: stored ? "Creative updated" : "Creative created",
      changes: stored ? changedFields(recorded, stored, row) : [],
    }),
  ]).catch(conflictOnPreconditionFailed);
  return row;
}
