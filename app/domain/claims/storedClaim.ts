import { and, eq, type SQL, sql } from "drizzle-orm";
import { assertRowsChanged, type BatchStatement } from "~db/client.server";
import { claims, placements } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import type { Context } from "../context";
import { NotFound, staleRecord } from "../errors";
import { type HistoryRow, historyOfMany } from "../history/historyStatement";
import { type StoredPlacement, storedPlacements } from "../placements/storedPlacements";

export type ClaimRow = typeof claims.$inferSelect;

/** A claim with the links that it is about, as they were read together. */
export interface StoredClaim {
  claim: ClaimRow;
  lost: StoredPlacement;
  replacement: StoredPlacement | null;
  /** The link whose share was paid: the first of a chain of replacements. */
  root: StoredPlacement;
}

/** One claim for a change by staff or the system. Throws NotFound, and Conflict for a stale version. */
export async function storedClaim(
  ctx: Context,
  { id, version }: { id: string; version?: number },
): Promise<StoredClaim> {
  const claim = await ctx.db.select().from(claims).where(eq(claims.id, id)).get();
  if (!claim) throw new NotFound();
  if (version !== undefined && version !== claim.version) throw staleRecord();
  const links = await storedPlacements(
    ctx,
    sql`${placements.id} in (with recursive chain(id, replaces_id) as (
      select id, replaces_id from placements where id = ${claim.placementId}
      union all select p.id, p.replaces_id from chain join placements p on p.id = chain.replaces_id)
      select id from chain union all select ${claim.replacementId})`,
  );
  const byId = (one: string | null) => links.find(({ id: linkId }) => linkId === one);
  const lost = byId(claim.placementId);
  const root = links.find((link) => link.replacesId === null);
  if (!lost || !root) throw new NotFound();
  return { claim, lost, replacement: byId(claim.replacementId) ?? null, root };
}

interface ClaimEvent {
  /** Completes 'Link 10436-07: ' in the order's history. */
  action: string;
  changes?: HistoryChange[];
}

/** The state's change and others, as history rows of link and order. */
export const claimHistory = (
  link: Pick<StoredPlacement, "id" | "number" | "orderId">,
  { action, changes = [] }: ClaimEvent,
): HistoryRow[] => [
  { entity: "order", entityId: link.orderId, action: `Link ${link.number}: ${action}`, changes },
  { entity: "placement", entityId: link.id, action: action.charAt(0).toUpperCase() + action.slice(1), changes },
];

/**
 * Statements that change a claim as read, with its history. The batch throws PreconditionFailed after another change.
 */
export function claimStatements(
  ctx: Context,
  { claim, lost }: Pick<StoredClaim, "claim" | "lost">,
  set: Partial<{ [Column in keyof ClaimRow]: ClaimRow[Column] | SQL }>,
  { action, changes = [] }: ClaimEvent,
): BatchStatement[] {
  const moved: HistoryChange[] =
    typeof set.state === "string" && set.state !== claim.state
      ? [{ field: "claim", before: claim.state, after: set.state }]
      : [];
  return [
    ctx.db
      .update(claims)
      .set({ ...set, version: sql`${claims.version} + 1` })
      .where(and(eq(claims.id, claim.id), eq(claims.version, claim.version), eq(claims.state, claim.state))),
    assertRowsChanged(ctx.db),
    historyOfMany(ctx, claimHistory(lost, { action, changes: [...moved, ...changes] })),
  ];
}
