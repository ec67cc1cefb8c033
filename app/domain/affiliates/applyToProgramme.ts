import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { atomicBatch } from "~db/client.server";
import { history } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context, isAffiliate, userOf } from "../context";
import { Conflict } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { nameInNotifications } from "../notifications/greeting";
import { notifyStatements } from "../notifications/notifyStatements";

const APPLIED = "Applied to the affiliate program";

/** The button has no fields. */
export const ApplyInput = z.object({});

/** When the client applied to the affiliate programme, ms UTC; null before. */
export async function programmeApplication(ctx: Context): Promise<number | null> {
  authorize(ctx, "affiliates.programme");
  const row = await ctx.db
    .select({ at: history.createdAt })
    .from(history)
    .where(and(eq(history.entity, "user"), eq(history.entityId, actorId(ctx)), eq(history.action, APPLIED)))
    .orderBy(desc(history.createdAt))
    .limit(1)
    .get();
  return row?.at ?? null;
}

/**
 * A client outside the affiliate programme asks to join. Notifies staff, who enable it on the client's page. Repeated
 * it changes nothing. Throws Conflict for an affiliate.
 */
export async function applyToProgramme(ctx: Context): Promise<void> {
  authorize(ctx, "affiliates.programme");
  const client = userOf(ctx.actor)!;
  if (isAffiliate(client)) throw new Conflict("You are in the affiliate program already.");
  const dedupeKey = `affiliate.applied:${client.id}`;
  await atomicBatch(ctx.db, [
    historyStatement(ctx, { entity: "user", entityId: client.id, action: APPLIED, changes: [], dedupeKey }),
    ...notifyStatements(ctx, {
      recipients: "staff",
      description: `${nameInNotifications(client)} applied to the affiliate program`,
      kind: "newClient",
      type: "USER",
      typeSystemId: client.id,
      dedupeKey,
    }),
  ]);
  ctx.after(() => ctx.publish.outboxWaiting());
}
