import { type SQL, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { insertFrom, insertMany } from "~db/insertRows";
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

type HistoryContext = Pick<Context, "db" | "now" | "actor" | "form">;

/**
 * The audit row of a change, for the change's own batch: who, the real actor when impersonating, what, when
 * (rules.md history/audit).
 */
export function historyStatement(ctx: HistoryContext, row: HistoryRow): BatchStatement {
  const who = whoAndWhen(ctx);
  return ctx.db
    .insert(history)
    .values({ ...row, ...who, formKey: takeFormKey(ctx, who.id) })
    .onConflictDoNothing({ target: history.dedupeKey });
}

/** One entry carries the act of a form: the same act saved twice breaks the unique index and is rolled back. */
function takeFormKey({ form }: HistoryContext, id: string) {
  if (!form?.act || form.historyId !== null) return null;
  form.historyId = id;
  return form.act;
}

const whoAndWhen = ({ actor, now }: Pick<Context, "now" | "actor">) => ({
  id: newId(now),
  actorId: userOf(actor)?.id ?? (actor.kind === "system" ? actor.name : "visitor"),
  realActorId: actor.kind === "impersonated" ? actor.adminId : null,
  createdAt: now,
});

/** The same for one change that many rows share, in one statement however many there are. */
export function historyOfMany(ctx: HistoryContext, rows: HistoryRow[]): BatchStatement {
  const written = rows.map((row) => {
    const who = whoAndWhen(ctx);
    return { ...row, ...who, formKey: takeFormKey(ctx, who.id) };
  });
  return insertMany(ctx.db, history, written).onConflictDoNothing({ target: history.dedupeKey });
}

/**
 * The same for changes that only the database knows: terms of a select, and where they come from. Ids are made before.
 */
export function historyOfRows(
  ctx: HistoryContext,
  {
    from,
    ...row
  }: { entity: HistoryRow["entity"]; action: string | SQL } & Record<"id" | "entityId" | "changes" | "from", SQL>,
): BatchStatement {
  const { id: _, ...who } = whoAndWhen(ctx);
  return insertFrom(ctx.db, history, { ...row, ...who }, sql`from ${from}`);
}
