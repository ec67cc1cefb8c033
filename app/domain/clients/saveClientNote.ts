import { and, eq, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { newId } from "~db/ids";
import { clientNotes } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import { actorId, type Context } from "../context";
import { Forbidden, NotFound, staleRecord } from "../errors";
import { historyStatement } from "../history/historyStatement";
import type { ClientNoteInput } from "./clientInputs";
import { storedClient } from "./storedClient";

/** A note of the team about a client; only its author changes or deletes it. */
const ONLY_AUTHOR = "Only the author can change a note";

/**
 * Writes a note, or changes one's own. Throws NotFound; Forbidden for another author's; Conflict for a stale version.
 */
export async function saveClientNote(
  ctx: Context,
  input: ClientNoteInput & { clientId: string; id?: string },
): Promise<void> {
  authorize(ctx, "clients.edit");
  const { db } = ctx;
  if (input.id === undefined) {
    const client = await storedClient(ctx, { id: input.clientId });
    await atomicBatch(db, [
      db.insert(clientNotes).values({
        id: newId(ctx.now),
        clientId: client.id,
        authorId: actorId(ctx),
        body: input.body,
        createdAt: ctx.now,
      }),
      historyStatement(ctx, { entity: "user", entityId: client.id, action: "Note added", changes: [] }),
    ]);
    return;
  }
  const note = await ownNote(ctx, input.clientId, input.id);
  if (input.version !== undefined && input.version !== note.version) throw staleRecord();
  if (note.body === input.body) return;
  await atomicBatch(db, [
    db
      .update(clientNotes)
      .set({ body: input.body, version: sql`${clientNotes.version} + 1` })
      .where(and(eq(clientNotes.id, note.id), eq(clientNotes.version, note.version))),
    assertRowsChanged(db),
    historyStatement(ctx, {
      entity: "user",
      entityId: note.clientId,
      action: "Note edited",
      changes: [{ field: "note", before: note.body, after: input.body }],
    }),
  ]).catch(conflictOnPreconditionFailed);
}

/** Deletes one's own note; what it said stays in the history. Throws NotFound, Forbidden. */
export async function deleteClientNote(
  ctx: Context,
  { clientId, id }: { clientId: string; id: string },
): Promise<void> {
  authorize(ctx, "clients.edit");
  const { db } = ctx;
  const note = await ownNote(ctx, clientId, id);
  await atomicBatch(db, [
    db.delete(clientNotes).where(eq(clientNotes.id, note.id)),
    assertRowsChanged(db),
    historyStatement(ctx, {
      entity: "user",
      entityId: note.clientId,
      action: "Note deleted",
      changes: [{ field: "note", before: note.body, after: null }],
    }),
  ]).catch((error) => {
    throw error instanceof PreconditionFailed ? new NotFound() : error;
  });
}

async function ownNote(ctx: Context, clientId: string, id: string) {
  const note = await ctx.db
    .select()
    .from(clientNotes)
    .where(and(eq(clientNotes.id, id), eq(clientNotes.clientId, clientId)))
    .get();
  if (!note) throw new NotFound();
  if (note.authorId !== actorId(ctx)) throw new Forbidden(ONLY_AUTHOR);
  return note;
}
