import { and, eq, isNull } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { users } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import { actorId, agencyZone, type Context } from "../context";
import { dayOf, fromDay, readDay } from "../days";
import { Unauthenticated } from "../errors";
import { changedFields } from "../history/changedFields";
import { historyStatement } from "../history/historyStatement";
import type { FirstPage } from "./firstPages";
import type { WorkingDayInput } from "./workingDayInput";

export interface WorkingDay {
  firstPage: FirstPage;
  /** The first day back; empty when the person is here. */
  awayDay: string;
}

const selectOwn = (ctx: Context) =>
  ctx.db
    .select({ firstPage: users.firstPage, awayUntil: users.awayUntil })
    .from(users)
    .where(and(eq(users.id, actorId(ctx)), eq(users.role, "ADMIN"), isNull(users.deletedAt)));

/** The own choices of a member of staff. Throws Unauthenticated when the account was deleted. */
export async function workingDay(ctx: Context): Promise<WorkingDay> {
  authorize(ctx, "work.view");
  const row = await selectOwn(ctx).get();
  if (!row) throw new Unauthenticated();
  return { firstPage: row.firstPage, awayDay: awayDayOf(row.awayUntil, agencyZone(ctx)) };
}

/**
 * Chooses the page after a sign-in, and until when no rule assigns orders to the actor (rules.md team/away). The
 * record's version stays, so that the profile's other forms do not become stale.
 */
export async function saveWorkingDay(ctx: Context, { firstPage, awayDay }: WorkingDayInput): Promise<void> {
  authorize(ctx, "work.view");
  const before = await selectOwn(ctx).get();
  if (!before) throw new Unauthenticated();
  const after = { firstPage, awayUntil: awayUntilOf(awayDay, agencyZone(ctx)) };
  const changes = changedFields(["firstPage", "awayUntil"], before, after);
  if (changes.length === 0) return;
  const id = actorId(ctx);
  await atomicBatch(ctx.db, [
    ctx.db
      .update(users)
      .set(after)
      .where(and(eq(users.id, id), isNull(users.deletedAt))),
    assertRowsChanged(ctx.db),
    historyStatement(ctx, { entity: "user", entityId: id, action: "Profile updated", changes }),
  ]).catch(conflictOnPreconditionFailed);
}

/** The start of the first day back, ms UTC. */
export function awayUntilOf(awayDay: string, zone: string): number | null {
  const day = readDay(awayDay);
  return day === null ? null : fromDay(day, zone);
}

export const awayDayOf = (awayUntil: number | null, zone: string) => (awayUntil === null ? "" : dayOf(awayUntil, zone));

/** Where a sign-in leads; null for customers. */
export async function firstPageOf({ db }: Pick<Context, "db">, userId: string): Promise<FirstPage | null> {
  const row = await db
    .select({ firstPage: users.firstPage })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.role, "ADMIN")))
    .get();
  return row?.firstPage ?? null;
}
