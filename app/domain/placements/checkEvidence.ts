import { and, eq } from "drizzle-orm";
import { linkChecks, placements } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { visiblePlacements } from "./visiblePlacements";

/** What a check read: the answer's headers and the page around the link, as text. Throws NotFound. */
export async function checkEvidence(ctx: Context, { placementId, id }: { placementId: string; id: string }) {
  authorize(ctx, "linkChecks.read");
  const [check] = await ctx.db
    .select({ key: linkChecks.evidenceKey })
    .from(linkChecks)
    .innerJoin(placements, eq(placements.id, linkChecks.placementId))
    .where(and(visiblePlacements(ctx.actor), eq(linkChecks.id, id), eq(linkChecks.placementId, placementId)));
  const stored = check?.key ? await ctx.files.get(check.key) : null;
  if (!stored) throw new NotFound();
  return stored;
}
