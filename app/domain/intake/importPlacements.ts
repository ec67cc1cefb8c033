import { eq } from "drizzle-orm";
import { placements } from "~db/schema";
import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { actorId, type Context, isStaff } from "../context";
import { NotFound } from "../errors";
import { type PreviewedRow, previewImport } from "../placements/importPreview";
import type { WrittenRow } from "../placements/placementRows";
import { storedPlacements } from "../placements/storedPlacements";
import { retryOnConflict } from "../retryOnConflict";
import { fillInLinks, mayFillIn } from "./fillInLinks";
import { linesOf } from "./orderProgress";

interface ImportedLinks {
  rows: PreviewedRow[];
  /** Links that changed; in a dry run, that would change. */
  applied: number;
}

/**
 * Fills in many links of an order from a pasted list or a sheet (POST /placement/import): good rows are written, faulty
 * ones left, and the same list again changes nothing (rules.md placements/import). With `dryRun` it only compares.
 * Throws NotFound for an order without links that the actor can see, TooMany.
 */
export async function importPlacements(
  ctx: Context,
  { orderId, rows: written, dryRun }: { orderId: string; rows: readonly WrittenRow[]; dryRun: boolean },
): Promise<ImportedLinks> {
  authorize(ctx, "placements.edit");
  if (!dryRun && !isStaff(ctx.actor)) await consumeRateLimit(ctx, "details", actorId(ctx));
  const attempt = async (): Promise<ImportedLinks> => {
    const [links, lines] = await ctx.db.batch([
      storedPlacements(ctx, eq(placements.orderId, orderId)),
      linesOf(ctx, orderId),
    ]);
    if (links.length === 0) throw new NotFound();
    const known = links.map((link) => ({ ...link, editable: mayFillIn(ctx, link.state) }));
    const { rows, applies } = previewImport(known, written);
    if (dryRun || applies === 0) return { rows, applied: applies };
    const byId = new Map(links.map((link) => [link.id, link]));
    const filled = rows.flatMap(({ status, placementId, written: row }) => {
      const placement = placementId === null ? undefined : byId.get(placementId);
      if (status !== "changed" || !placement) return [];
      const { targetUrl, anchorText, clientReference } = row;
      return [{ placement, details: { targetUrl, anchorText, clientReference } }];
    });
    return { rows, applied: await fillInLinks(ctx, filled, { links, lines }, "filled in") };
  };
  return await retryOnConflict(ctx, attempt);
}
