import { and, eq, isNull } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { deletionRequests } from "~db/schema";
import { authorize } from "../access";
import { type StoredClient, storedClient } from "../clients/storedClient";
import { actorId, type Context } from "../context";
import { Conflict } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { deletionUndoneMail } from "./deletionMails";
import { openRequest } from "./findDeletion";

const NOT_REQUESTED = "The deletion of this account is not requested any more.";

/** Keeps the actor's own account. Throws Conflict when no deletion is requested, or the erasure has begun. */
export async function undoOwnDeletion(ctx: Context): Promise<void> {
  authorize(ctx, "personalData.own");
  await undo(ctx, await storedClient(ctx, { id: actorId(ctx) }));
}

/** The same for a client, by staff. Throws NotFound. */
export async function undoClientDeletion(ctx: Context, clientId: string): Promise<void> {
  authorize(ctx, "personalData.manage");
  await undo(ctx, await storedClient(ctx, { id: clientId }));
}

async function undo(ctx: Context, client: StoredClient): Promise<void> {
  const { db, now } = ctx;
  const request = await openRequest(ctx, client.id).get();
  if (!request) throw new Conflict(NOT_REQUESTED);
  try {
    await atomicBatch(db, [
      db
        .update(deletionRequests)
        .set({ undoneAt: now, undoneById: actorId(ctx) })
        .where(
          and(
            eq(deletionRequests.id, request.id),
            isNull(deletionRequests.undoneAt),
            isNull(deletionRequests.startedAt),
          ),
        ),
      assertRowsChanged(db),
      historyStatement(ctx, {
        entity: "user",
        entityId: client.id,
        action: "Deletion of the account undone",
        changes: [],
      }),
      ...deletionUndoneMail(ctx, client, request.id),
    ]);
  } catch (error) {
    throw error instanceof PreconditionFailed ? new Conflict(NOT_REQUESTED) : error;
  }
  ctx.after(() => ctx.publish.outboxWaiting());
}
