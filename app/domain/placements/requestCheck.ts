import { and, eq, sql } from "drizzle-orm";
import { placements } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { storedPlacement } from "./storedPlacements";

/**
 * Staff ask for a check of a live link before its turn (POST /placement/check). The link watch makes it within five
 * minutes. Throws NotFound, and Conflict for a link that is not live.
 */
export async function requestCheck(ctx: Context, id: string): Promise<{ nextCheckAt: number | null }> {
  authorize(ctx, "linkChecks.request");
  const link = await storedPlacement(ctx, { id });
  if (link.state !== "live" || link.liveUrl === "")
    throw new Conflict(`Link ${link.number} is not live, so there is nothing to check`);
  const [due] = await ctx.db
    .update(placements)
    .set({ nextCheckAt: dueBy(ctx.now) })
    .where(and(eq(placements.id, id), eq(placements.state, "live")))
    .returning({ nextCheckAt: placements.nextCheckAt });
  return { nextCheckAt: due?.nextCheckAt ?? null };
}

/**
 * Due by then, or since an earlier moment: a check that is being made keeps the moment by which it is known. Within the
 * millisecond of a stored check it is due after that one, because each due check is stored once.
 */
export const dueBy = (at: number) => sql<number>`max(min(coalesce(${placements.nextCheckAt}, ${at}), ${at}),
  coalesce((select max(due_at) + 1 from link_checks where placement_id = ${placements.id}), 0))`;
