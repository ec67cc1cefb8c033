import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { notOver } from "~db/notOver";
import { creatives } from "~db/schema";
import { type Context, isStaff, userOf } from "../context";

/** The creatives an actor can see. Only staff see INACTIVE and expired ones (rules.md creatives/hidden). */
export function visibleCreatives({ actor, now }: Pick<Context, "actor" | "now">): SQL | undefined {
  const there = isNull(creatives.deletedAt);
  if (isStaff(actor)) return there;
  if (!userOf(actor)) return sql`0`;
  return and(there, eq(creatives.creativeStatus, "ACTIVE"), notOver(creatives.validUntil, now));
}

/** True when the actor can see the creative, and so read its file. */
export async function isVisibleCreative(ctx: Context, id: string): Promise<boolean> {
  const row = await ctx.db
    .select({ id: creatives.id })
    .from(creatives)
    .where(and(visibleCreatives(ctx), eq(creatives.id, id)))
    .get();
  return row !== undefined;
}
