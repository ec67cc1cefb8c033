import type { BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { history } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import { type Context, userOf } from "../context";

export interface HistoryRow {
  entity: typeof history.$inferSelect.entity;
  entityId: string;
  action: string;
  changes: HistoryChange[];
  /** Names the event once, so that a repeated write adds nothing. */
  dedupeKey?: string;
}

/** The audit row of a change, for the change's own batch: who, the real actor when impersonating, what, when (quality S20). */
export function historyStatement(ctx: Pick<Context, "db" | "now" | "actor">, row: HistoryRow): BatchStatement {
  const { actor } = ctx;
  return ctx.db
    .insert(history)
    .values({
      ...row,
      id: newId(ctx.now),
      actorId: userOf(actor)?.id ?? (actor.kind === "system" ? actor.name : "visitor"),
      realActorId: actor.kind === "impersonated" ? actor.adminId : null,
      createdAt: ctx.now,
    })
    .onConflictDoNothing();
}
