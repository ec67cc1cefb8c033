import { and, eq, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { users } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import { actorId, type Context, userOf } from "../context";
import { historyStatement } from "../history/historyStatement";
import type { TimeZoneInput } from "./timeZoneInput";

/**
 * Chooses the zone in which the actor reads times; without one they follow the agency's (rules.md pages/dates). The
 * record's version stays, so that the profile's other forms do not become stale. Throws Conflict after another choice.
 */
export async function chooseTimeZone(ctx: Context, input: TimeZoneInput): Promise<void> {
  authorize(ctx, "account.profile");
  const id = actorId(ctx);
  const [before, after] = [userOf(ctx.actor)?.timeZone ?? null, input.timeZone ?? null];
  if (before === after) return;
  await atomicBatch(ctx.db, [
    ctx.db
      .update(users)
      .set({ timeZone: after })
      .where(and(eq(users.id, id), isNull(users.deletedAt), sql`${users.timeZone} is ${before}`)),
    assertRowsChanged(ctx.db),
    historyStatement(ctx, {
      entity: "user",
      entityId: id,
      action: "Profile updated",
      changes: [{ field: "timeZone", before, after }],
    }),
  ]).catch(conflictOnPreconditionFailed);
}
