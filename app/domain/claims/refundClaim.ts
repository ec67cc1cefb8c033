import { and, eq, exists, inArray } from "drizzle-orm";
import { formatCents } from "~/format/money";
import { atomicBatch } from "~db/client.server";
import { claims, refunds } from "~db/schema";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { overtaken } from "../placements/changePlacements";
import { leftOf, refundOrder, refusedByDispute } from "../refunds/refundOrder";
import { disputedSum, type RefundRow, readRefunds } from "../refunds/writeRefunds";
import { isOpenClaim, openClaimStates } from "./claimStates";
import { endRefunded, endReplaced, withdrawn } from "./endClaim";
import { claimStatements, type StoredClaim, storedClaim } from "./storedClaim";

/**
 * One refund per claim, however often it is asked for, and another one after each that the bank returned
 * (rules.md claims/returned). No form's key has a colon.
 */
const claimRefundKey = (claimId: string, returned = 0) => `claim:${claimId}${returned === 0 ? "" : `:${returned + 1}`}`;

export const isRefundOf = (claimId: string, refund: Pick<RefundRow, "requestKey"> | undefined) =>
  refund?.requestKey?.startsWith(claimRefundKey(claimId)) ?? false;

/**
 * Refunds the share of a lost link (rules.md claims/refund): withdraws the replacement, refunds under the claim's own
 * key, then ends the claim. Each step can be repeated, so a killed one is resumed by the same call or by
 * `claimDeadlines`. The caller must authorize the decision; `refundOrder` authorizes the refund. Throws Conflict, and
 * what refundOrder throws.
 */
export async function refundClaim(ctx: Context, stored: StoredClaim, reason: string): Promise<void> {
  const { claim, root, replacement } = stored;
  if (replacement?.state === "live") return await endReplaced(ctx, stored);
  const made = await refundOfLink(ctx, stored);
  if (made?.state === "succeeded") return await endRefunded(ctx, stored, made);
  if (made && !isRefundOf(claim.id, made))
    throw new Conflict(`A refund of link ${root.number} is waiting for the bank already`);
  if (!made) await assertRefundable(ctx, stored);
  await withdraw(ctx, stored);
  const { rows } = await readRefunds(ctx, claim.orderId);
  const returned = rows.filter((row) => row.state === "failed" && isRefundOf(claim.id, row)).length;
  const input = {
    id: claim.orderId,
    amount: root.share,
    reason: reason || `Guarantee of link ${root.number}`,
    placementIds: [root.id],
    requestKey: claimRefundKey(claim.id, returned),
  };
  // A rejection may have ended the claim meanwhile.
  const stillOpen = ctx.db
    .select({ id: claims.id })
    .from(claims)
    .where(and(eq(claims.id, claim.id), inArray(claims.state, [...openClaimStates])));
  const refund = await refundOrder(ctx, input, exists(stillOpen));
  // While the bank has not confirmed it, the claim waits; claimDeadlines ends it.
  if (refund.state !== "succeeded") return;
  const now = await storedClaim(ctx, { id: claim.id });
  if (isOpenClaim(now.claim.state)) await endRefunded(ctx, now, refund);
}

/**
 * The refund that returned what the client paid for the link: one that names it, else the one that emptied the order.
 */
export async function refundOfLink(
  ctx: Context,
  { claim, root }: Pick<StoredClaim, "claim" | "root">,
): Promise<RefundRow | undefined> {
  if (root.refundId) return await ctx.db.select().from(refunds).where(eq(refunds.id, root.refundId)).get();
  const { order, rows } = await readRefunds(ctx, claim.orderId);
  if (order.payState !== "refunded") return undefined;
  return rows.filter(({ state, amount }) => state === "succeeded" && amount > 0).at(-1);
}

async function assertRefundable(ctx: Context, { claim, root }: StoredClaim): Promise<void> {
  if (root.share === 0) throw new Conflict(`Nothing was paid for link ${root.number}, so there is nothing to refund`);
  const { order, rows } = await readRefunds(ctx, claim.orderId);
  const disputed = disputedSum(rows);
  if (disputed > 0) throw new Conflict(refusedByDispute(disputed));
  const left = leftOf(order, rows);
  if (left < root.share)
    throw new Conflict(
      `Link ${root.number} cost ${formatCents(root.share)}, and ${formatCents(left)} of order ${order.number} is left to refund. Refund the order itself.`,
    );
}

/** From here on no check and no replacement can end the claim, so that nobody gets both the link and the money. */
async function withdraw(ctx: Context, stored: StoredClaim): Promise<void> {
  const { claim, replacement } = stored;
  const isDone =
    claim.state === "replacing" &&
    claim.replaceBy !== null &&
    (replacement === null || replacement.state === "cancelled");
  if (isDone) return;
  await atomicBatch(ctx.db, [
    ...claimStatements(
      ctx,
      stored,
      { state: "replacing", replaceBy: Math.min(claim.replaceBy ?? ctx.now, ctx.now) },
      { action: "refund begun" },
    ),
    ...withdrawn(ctx, stored, null),
  ]).catch(overtaken);
}
