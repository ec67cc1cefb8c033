import { sql } from "drizzle-orm";
import { formatCents } from "~/format/money";
import { assertHolds, atomicBatch, type BatchStatement } from "~db/client.server";
import type { Context } from "../context";
import { moveTo, overtaken, placementStatements } from "../placements/changePlacements";
import { clockAt } from "../placements/deliveryClock";
import { isIn, openStates } from "../placements/placementStates";
import type { RefundRow } from "../refunds/writeRefunds";
import { claimNotices, refundedTexts, rejectedTexts, replacedTexts } from "./claimNotices";
import { claimStatements, type StoredClaim } from "./storedClaim";

/**
 * A live replacement ends the claim, and the lost link counts as replaced. Throws WriteConflict after another change.
 */
export async function endReplaced(ctx: Context, stored: StoredClaim): Promise<void> {
  const { claim, lost, replacement } = stored;
  if (!replacement) return;
  await write(ctx, [
    ...claimStatements(
      ctx,
      stored,
      { state: "replaced", closedAt: ctx.now },
      { action: "replaced", changes: [{ field: "replacement", before: null, after: replacement.number }] },
    ),
    assertHolds(ctx.db, sql`exists (select 1 from placements where id = ${replacement.id} and state = 'live')`),
    ...(lost.state === "live"
      ? placementStatements(ctx, [moveTo(lost, "replaced", clockAt(ctx), { nextCheckAt: null })], "replaced").statements
      : []),
    ...claimNotices(ctx, lost, `replaced:${claim.id}`, replacedTexts(replacement.number)),
  ]);
}

/** A refund that succeeded ends the claim; a replacement that is under way is cancelled with it. */
export async function endRefunded(
  ctx: Context,
  stored: StoredClaim,
  refund: Pick<RefundRow, "id" | "amount">,
): Promise<void> {
  const { claim, lost, root } = stored;
  const named = root.refundId === refund.id;
  const amount = formatCents(named ? root.share : refund.amount);
  await write(ctx, [
    ...claimStatements(
      ctx,
      stored,
      { state: "refunded", refundId: refund.id, closedAt: ctx.now },
      { action: "claim refunded" },
    ),
    // The bank may have returned it since it was read.
    assertHolds(ctx.db, sql`exists (select 1 from refunds where id = ${refund.id} and state = 'succeeded')`),
    ...withdrawn(ctx, stored, refund.id),
    ...claimNotices(ctx, lost, `refunded:${claim.id}:${refund.id}`, refundedTexts(amount)),
  ]);
}

/**
 * A super admin's rejection, which the client reads. A replacement that is under way is cancelled. The caller must
 * check that no refund of the link exists; one that begins meanwhile makes the rejection a WriteConflict.
 */
export async function endRejected(ctx: Context, stored: StoredClaim, reason: string): Promise<void> {
  const { claim, lost, root } = stored;
  await write(ctx, [
    ...claimStatements(
      ctx,
      stored,
      { state: "rejected", rejectReason: reason, closedAt: ctx.now },
      { action: "claim rejected", changes: [{ field: "reason", before: null, after: reason }] },
    ),
    assertHolds(ctx.db, sql`exists (select 1 from placements where id = ${root.id} and refund_id is null)`),
    ...withdrawn(ctx, stored, null),
    ...claimNotices(ctx, lost, `rejected:${claim.id}`, rejectedTexts(reason)),
  ]);
}

/**
 * Statements that cancel a replacement under way. One that names the refund stays cancelled when the order is reopened.
 */
export function withdrawn(ctx: Context, { replacement }: StoredClaim, refundId: string | null): BatchStatement[] {
  if (!replacement || replacement.state === "live") return [];
  const change = isIn(openStates, replacement.state)
    ? moveTo(replacement, "cancelled", clockAt(ctx), { refundId, stateBeforeCancel: replacement.state, answerBy: null })
    : { placement: replacement, set: { refundId } };
  return placementStatements(ctx, [change], "cancelled").statements;
}

async function write(ctx: Context, statements: BatchStatement[]): Promise<void> {
  await atomicBatch(ctx.db, statements).catch(overtaken);
  ctx.after(() => ctx.publish.outboxWaiting());
}
