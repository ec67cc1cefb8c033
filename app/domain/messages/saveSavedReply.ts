import { and, eq, sql } from "drizzle-orm";
import { assertHolds, assertRowsChanged, atomicBatch, isUniqueViolation } from "~db/client.server";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";
import { savedReplies } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { Conflict, staleRecord } from "../errors";
import { changedFields } from "../history/changedFields";
import { historyStatement } from "../history/historyStatement";
import { savedReply } from "./savedReplies";
import { MAX_REPLIES, type SavedReplyInput } from "./savedReplyInput";

export const REPLY_NAME_TAKEN = "A saved reply with this name exists";
const TOO_MANY_REPLIES = `Keep at most ${MAX_REPLIES} saved replies`;

/**
 * Writes or changes a saved reply. Throws NotFound, Conflict for a name in use, a stale version and too many replies.
 */
export async function saveSavedReply(ctx: Context, { id, version, ...values }: SavedReplyInput & { id?: string }) {
  authorize(ctx, "savedReplies.manage");
  const { db } = ctx;
  const stored = id === undefined ? null : await savedReply(ctx, id);
  if (stored && version !== undefined && version !== stored.version) throw staleRecord();
  if (!stored && (await countReplies(ctx)) >= MAX_REPLIES) throw new Conflict(TOO_MANY_REPLIES);
  const entityId = stored?.id ?? newId(ctx.now);
  const row = { ...values, nameFolded: foldText(values.name) };
  await atomicBatch(db, [
    ...(stored
      ? [
          db
            .update(savedReplies)
            .set({ ...row, version: sql`${savedReplies.version} + 1` })
            .where(and(eq(savedReplies.id, stored.id), eq(savedReplies.version, stored.version))),
          assertRowsChanged(db),
        ]
      : [
          db.insert(savedReplies).values({ ...row, id: entityId, createdAt: ctx.now }),
          assertHolds(db, sql`(select count(*) from saved_replies) <= ${MAX_REPLIES}`),
        ]),
    historyStatement(ctx, {
      entity: "savedReply",
      entityId,
      action: stored ? "Saved reply updated" : "Saved reply created",
      changes: stored ? changedFields(["name", "body"], stored, { ...stored, ...values }) : [],
    }),
  ]).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw new Conflict(REPLY_NAME_TAKEN, "name");
    return conflictOnPreconditionFailed(error);
  });
}

const countReplies = async ({ db }: Context) =>
  (
    await db
      .select({ count: sql<number>`count(*)`.as("count") })
      .from(savedReplies)
      .get()
  )?.count ?? 0;

/** Deletes a saved reply; its text stays in the history. Throws NotFound. */
export async function deleteSavedReply(ctx: Context, id: string): Promise<void> {
  authorize(ctx, "savedReplies.manage");
  const reply = await savedReply(ctx, id);
  await atomicBatch(ctx.db, [
    ctx.db.delete(savedReplies).where(eq(savedReplies.id, id)),
    assertRowsChanged(ctx.db),
    historyStatement(ctx, {
      entity: "savedReply",
      entityId: id,
      action: `Saved reply deleted: ${reply.name}`,
      changes: [{ field: "body", before: reply.body, after: null }],
    }),
  ]).catch(conflictOnPreconditionFailed);
}
